//! Bounds of a number, found by probing which values are accepted: the checks are the source.

/// Magnitudes at which integers and floats count as unbounded.
const MOST: i64 = u32::MAX as i64 - 1;
const HUGE: f64 = 1e30;

/// Describes the accepted integers around `known` in words.
pub(crate) fn of_integer(known: i64, accepted: &dyn Fn(&str) -> bool) -> String {
    let ok = |value: i64| accepted(&value.to_string());
    // A key may require odd numbers, so an accepted neighbour counts too.
    let near = |value: i64| ok(value) || ok(value + 1);
    let edge = |inside: i64, outside: i64| {
        let (mut inside, mut outside) = (inside, outside);
        while inside.abs_diff(outside) > 1 {
            let middle = inside.midpoint(outside);
            *(if near(middle) { &mut inside } else { &mut outside }) = middle;
        }
        if ok(inside) { inside } else { inside + 1 }
    };
    // The values may have gaps, so the search starts from the outermost ones near `known`.
    let close = |values: &mut dyn Iterator<Item = i64>| values.filter(|value| ok(*value)).last();
    let lowest = close(&mut (0.max(known - 9)..=known).rev()).unwrap_or(known);
    let highest = close(&mut (known..=known + 9)).unwrap_or(known);
    let least = edge(lowest, -1);
    if near(MOST) {
        return format!("at least {least}");
    }
    let most = edge(highest, MOST);
    let few: Vec<i64> = (least..=most.min(least + 9)).filter(|value| ok(*value)).collect();
    let gaps = (few.len() as i64) < most.min(least + 9) - least && most < least + 9;
    match gaps {
        true => few.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
        false => format!("{least} to {most}"),
    }
}

/// Describes the accepted floats around `known` in words.
pub(crate) fn of_float(known: f64, accepted: &dyn Fn(&str) -> bool) -> String {
    let ok = |value: f64| accepted(&format!("{value:?}"));
    let edge = |outside: f64| {
        let (mut inside, mut outside) = (key(known), key(outside));
        while inside.abs_diff(outside) > 1 {
            let middle = inside.midpoint(outside);
            *(if ok(value(middle)) { &mut inside } else { &mut outside }) = middle;
        }
        let rounded: f64 = format!("{:.5e}", value(inside)).parse().unwrap();
        // An edge at a tiny number means zero.
        if rounded.abs() < 1e-30 { 0.0 } else { rounded }
    };
    let least = (!ok(-HUGE)).then(|| edge(-HUGE));
    let most = (!ok(HUGE)).then(|| edge(HUGE));
    match (least, most) {
        (None, None) => "any".into(),
        (Some(least), None) if ok(least) => format!("at least {least}"),
        (Some(least), None) => format!("above {least}"),
        (None, Some(most)) => format!("at most {most}"),
        (Some(least), Some(most)) => {
            let from = if ok(least) { "" } else { "above " };
            let to = if ok(most) { "to" } else { "to below" };
            format!("{from}{least} {to} {most}")
        }
    }
}

/// Maps a float to an integer such that the order is kept.
fn key(value: f64) -> i64 {
    let bits = value.to_bits().cast_signed();
    if bits < 0 { i64::MIN - bits } else { bits }
}

fn value(key: i64) -> f64 {
    let bits = if key < 0 { i64::MIN - key } else { key };
    f64::from_bits(bits.cast_unsigned())
}

#[test]
fn edges_are_found() {
    let whole = |range: std::ops::RangeInclusive<i64>| {
        move |text: &str| text.parse().is_ok_and(|value| range.contains(&value))
    };
    assert_eq!(of_integer(64, &whole(1..=4096)), "1 to 4096");
    let taps = |text: &str| ["1", "5", "9"].contains(&text);
    assert_eq!(of_integer(5, &taps), "1, 5, 9");
    assert_eq!(of_integer(0, &whole(0..=i64::MAX)), "at least 0");
    assert_eq!(of_integer(3, &whole(2..=i64::MAX)), "at least 2");
    let float = |check: fn(f64) -> bool| move |text: &str| text.parse().is_ok_and(check);
    assert_eq!(of_float(0.5, &float(|v| (0.0..1.0).contains(&v))), "0 to below 1");
    assert_eq!(of_float(0.5, &float(|v| v > 0.0)), "above 0");
    assert_eq!(of_float(1e-4, &float(|v| v >= 0.0)), "at least 0");
}
