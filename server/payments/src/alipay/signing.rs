//! The texts that are signed. Source: Alipay Open Platform, "Signing by yourself" (自行实现签名) and "Asynchronous
//! notifications" (异步通知说明).

use std::collections::BTreeMap;

/// What a request is signed over: all parameters that are not empty, but `sign`, by name.
pub(super) fn text_of_request(parameters: &[(&str, &str)]) -> Vec<u8> {
    let pairs = parameters.iter();
    joined(
        pairs.map(|(name, value)| (name.as_bytes(), value.as_bytes())),
        &["sign"],
    )
}

/// What a notification is signed over: like a request, without the kind of the signature. It is over the bytes of its
/// own `charset`, which may be GBK.
pub(super) fn text_of_notification(parameters: &BTreeMap<Vec<u8>, Vec<u8>>) -> Vec<u8> {
    let pairs = parameters
        .iter()
        .map(|(name, value)| (name.as_slice(), value.as_slice()));
    joined(pairs, &["sign", "sign_type"])
}

fn joined<'a>(pairs: impl Iterator<Item = (&'a [u8], &'a [u8])>, left_out: &[&str]) -> Vec<u8> {
    let is_left_out = |name: &[u8]| left_out.iter().any(|other| other.as_bytes() == name);
    let mut pairs: Vec<(&[u8], &[u8])> = pairs
        .filter(|(name, value)| !is_left_out(name) && !value.is_empty())
        .collect();
    pairs.sort_unstable();
    let pairs: Vec<Vec<u8>> = pairs
        .iter()
        .map(|(name, value)| [name, b"=".as_slice(), value].concat())
        .collect();
    pairs.join(b"&".as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parameters of the documentation's example of a notification.
    #[test]
    fn parameters_are_sorted_and_joined_undecoded_signature_and_empty_ones_left_out() {
        let parameters = [
            ("total_amount", "2.00"),
            ("buyer_id", "2088102116773037"),
            ("body", "大乐透2.1"),
            ("sign_type", "RSA2"),
            (
                "sign",
                "kPbQIjX+xQc8F0/A6/AocELIjhhZnGbcBN6G4MM/HmfWL4ZiHM6fWl5NQhzXJusaklZ1LFuMo+lHQUELAYeugH8LYFvxnNajOvZhuxNFbN2LhF0l/KL8ANtj8oyPM4NN7Qft2kWJTDJUpQOzCzNnV9hDxh5AaT9FPqRS6ZKxnzM=",
            ),
            ("refund_fee", "0.00"),
            ("out_biz_no", ""),
        ];
        let rest = "body=大乐透2.1&buyer_id=2088102116773037&refund_fee=0.00";
        assert_eq!(
            text_of_request(&parameters),
            format!("{rest}&sign_type=RSA2&total_amount=2.00").into_bytes()
        );
        let parameters = parameters.map(|(name, value)| (name.into(), value.into()));
        assert_eq!(
            text_of_notification(&BTreeMap::from(parameters)),
            format!("{rest}&total_amount=2.00").into_bytes()
        );
    }
}
