//! A full or read-only disk: the error is one sentence and the data stay intact. Once the disk is
//! writable, the run resumes as if nothing had happened.

use salta_tests::TINY;
use salta_tests::namespace::{has_namespaces, in_namespace};
use salta_tests::place::Place;

fn place() -> Place {
    let place = Place::with([("tiny.toml", TINY)]);
    std::fs::create_dir(place.path("disk")).unwrap();
    place
}

#[test]
fn a_full_disk() {
    let place = place();
    if !has_namespaces(&place) {
        return;
    }
    place.run("train tiny.toml --out whole --quiet").well();
    // The disk is full at the first network, in games, in a learner, or late in the run.
    for size in [24, 64, 96, 128, 200] {
        let script = format!(
            "mount -t tmpfs -o size={size}k none disk
             code=0; $SALTA train tiny.toml --out disk/run --quiet || code=$?
             test $code = 2
             mount -o remount,size=100m disk
             $SALTA train --resume disk/run --quiet > /dev/null
             cp -r disk/run run-{size}"
        );
        let said = in_namespace(&place, &script);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("error: "), "{said:?}");
        assert!(said[0].contains("No space left on device"), "{said:?}");
        assert!(said[0].ends_with("resume with: salta train --resume disk/run"), "{said:?}");
        assert_eq!(place.result(&format!("run-{size}")), place.result("whole"), "{size}");
    }
}

#[test]
fn a_directory_that_may_not_be_written() {
    let place = place();
    if !has_namespaces(&place) {
        return;
    }
    let script = "mount -t tmpfs none disk
         $SALTA train tiny.toml --out disk/run --quiet --until 1 > /dev/null
         mount -o remount,ro disk
         code=0; $SALTA train --resume disk/run --quiet || code=$?
         test $code = 2
         code=0; $SALTA train tiny.toml --out disk/other --quiet || code=$?
         test $code = 2
         mount -o remount,rw disk
         $SALTA train --resume disk/run --quiet > /dev/null
         cp -r disk/run run";
    let said = in_namespace(&place, script);
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("error: disk/run/lock: Read-only file system"), "{said:?}");
    assert!(said[1].starts_with("error: disk/other: Read-only file system"), "{said:?}");
    place.run("train tiny.toml --out whole --quiet").well();
    assert_eq!(place.result("run"), place.result("whole"));
}
