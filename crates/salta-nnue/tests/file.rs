//! Files that are not networks are refused, with an error of one sentence.

use salta_nnue::Network;

#[test]
fn written_networks_read_back() {
    let network = Network::zero().named(vec!["walker".into(), "nestor".into()]);
    let bytes = network.to_bytes().unwrap();
    let read = Network::from_bytes(&bytes).unwrap();
    assert_eq!((&read, read.trained_in()), (&network, &["walker".into(), "nestor".into()][..]));
}

#[test]
fn what_is_no_network_is_refused() {
    let bytes = Network::shipped().to_bytes().unwrap();
    let changed = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        Network::from_bytes(&bytes).unwrap_err().to_string()
    };
    assert!(changed(0).contains("not a network"));
    assert!(changed(8).contains("format version 0"));
    assert!(changed(12).contains("inputs"));
    for at in [44, 400, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(changed(at), "its checksum is wrong: the file is damaged");
    }
    for length in [0, 7, 8, 12, 44, bytes.len() - 1] {
        assert!(Network::from_bytes(&bytes[..length]).is_err(), "{length}");
    }
    let short = |length: usize| Network::from_bytes(&bytes[..length]).unwrap_err().to_string();
    assert_eq!([8, 43].map(short), [8, 43].map(|n| format!("{n} bytes: it is truncated")));
    let longer = [&bytes[..], &[0]].concat();
    assert!(Network::from_bytes(&longer).unwrap_err().to_string().contains("bytes, not"));
}

#[test]
fn weights_and_biases_that_could_overflow_a_sum_are_refused() {
    let refused = |change: fn(&mut [u8])| {
        let mut bytes = Network::zero().to_bytes().unwrap();
        let (content, checksum) = bytes.split_last_chunk_mut::<32>().unwrap();
        change(content);
        *checksum = *blake3::hash(content).as_bytes();
        Network::from_bytes(&bytes).unwrap_err().to_string()
    };
    // One piece may have the largest weight of a unit; with a second, the sum exceeds 16 bits.
    let weights = refused(|content| {
        for at in [300, 300 + 50 * 128 * 2] {
            content[at..at + 2].copy_from_slice(&i16::MAX.to_le_bytes());
        }
    });
    let too_large = "its weights are too large: unit 0 of the first layer could exceed 16 bits";
    assert_eq!(weights, too_large);
    let bias = refused(|content| *content.last_chunk_mut().unwrap() = i32::MIN.to_le_bytes());
    assert_eq!(bias, "a bias of its later layers is 2147483648, too large");
}
