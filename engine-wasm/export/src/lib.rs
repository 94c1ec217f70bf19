//! Article HTML and CSS to what can be pasted into WeChat, saved as a page or printed.
