//! The pages of the experiments agree with their data (`experiments/recompute.py`).

use std::path::Path;
use std::process::Command;

use salta_tests::binary::root;
use salta_tests::place::{Place, Said, files};

fn recompute(folder: &Path) -> Said {
    let script = root().join("experiments/recompute.py");
    Command::new("python3").arg(script).arg(folder).output().expect("Python 3 starts").into()
}

#[test]
fn pages_and_data_agree() {
    recompute(&root().join("experiments")).well();
}

#[test]
fn a_figure_that_the_data_do_not_give_is_found() {
    let place = Place::new();
    for (name, bytes) in files(&root().join("experiments")) {
        let path = place.path(&name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &bytes.0).unwrap();
    }
    let slips = [
        ("001-quickstart", "71/0/25", "71/1/24"),
        ("005-ladder", "+989 [+907, +1086]", "+998 [+907, +1086]"),
        ("007-variants", "18 of 611", "18 of 707"),
        ("009-ablations", "59.5 ± 8.3", "59.5 ± 3.8"),
        ("014-regret", "0.54 ± 0.05", "0.45 ± 0.05"),
    ];
    for (page, right, slip) in slips {
        let text = std::fs::read_to_string(place.path(&format!("{page}/README.md"))).unwrap();
        assert!(text.contains(right), "{page}: {right}");
        place.file(&format!("{page}/README.md"), text.replacen(right, slip, 1));
    }
    let Said { code, err: said, .. } = recompute(&place.path(""));
    assert_eq!(code, 1, "{said}");
    for (page, ..) in slips {
        assert!(said.lines().any(|line| line.starts_with(page)), "{page}: {said}");
    }
}
