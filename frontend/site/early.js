// Runs before the first paint: the color scheme that the reader chose. Its hash is in the policy of every page.
try {
  const root = document.documentElement;
  const chosen = localStorage.getItem('color-scheme');
  if (!root.hasAttribute('data-fixed-theme') && (chosen === 'light' || chosen === 'dark')) {
    root.dataset.theme = chosen;
  }
} catch {
  // Storage may be forbidden: the page follows the system.
}
