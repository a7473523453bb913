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
        ("001-quickstart", "/README.md", "71/0/25", "71/1/24"),
        ("005-ladder", "/README.md", "+989 [+907, +1086]", "+998 [+907, +1086]"),
        ("007-variants", "/README.md", "18 of 611", "18 of 707"),
        ("009-ablations", "/README.md", "59.5 ± 8.3", "59.5 ± 3.8"),
        ("014-regret", "/README.md", "0.54 ± 0.05", "0.45 ± 0.05"),
        ("032-ablations", "/README.md", "| undecided | ± 21.9", "| worse | ± 21.9"),
        // In sentences, and in a summary.
        ("007-variants", "/README.md", "**, +185 Elo per doubling", "**, +285 Elo per doubling"),
        ("030-larger", "/README.md", "score 1.9 %", "score 31.9 %"),
        ("016-ablations", "/README.md", "effects of 19 to 28", "effects of 9 to 28"),
        ("031-gumbel-or-puct", "/README.md", "80 matches", "95 matches"),
        ("018-levels", "/README.md", "82 % [77, 85]", "82 % [77, 86]"),
        ("METHODS", ".md", "23.2 % [13.5, 32.9]", "32.2 % [13.5, 32.9]"),
        ("METHODS", ".md", "scores 76.7 %", "scores 86.7 %"),
        ("METHODS", ".md", "0.075 after", "0.057 after"),
        ("021-solved", "/README.md", "p = 0.007", "p = 0.070"),
    ];
    for (page, end, right, slip) in slips {
        let path = format!("{page}{end}");
        let text = std::fs::read_to_string(place.path(&path)).unwrap();
        assert!(text.contains(right), "{page}: {right}");
        place.file(&path, text.replacen(right, slip, 1));
    }
    let Said { code, err: said, .. } = recompute(&place.path(""));
    assert_eq!(code, 1, "{said}");
    for (page, _, right, slip) in slips {
        // A figure or word that only the slip has.
        let parts = |text: &'static str| text.split([' ', '/', '[', ']', ',', '+', '%']);
        let wrong = |part: &&str| !part.is_empty() && parts(right).all(|other| other != *part);
        let wrong: Vec<&str> = parts(slip).filter(wrong).collect();
        let is_told = |line: &str| line.contains(page) && wrong.iter().any(|of| line.contains(of));
        assert!(said.lines().any(is_told), "{page}, {wrong:?}: {said}");
    }
}
