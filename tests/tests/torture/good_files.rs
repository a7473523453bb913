//! Files of every kind as the program writes and reads them, made once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rand::{RngExt, rngs::SmallRng};
use salta_tests::place::{Files, Place, lasting};
use salta_tests::{FOUR, SHORT, TINY, binary};

use crate::call::call;

const ARENA: &str = "variant = \"./short.toml\"\nplayers = [\"random\", \"greedy\", \
    \"checkpoint:run/checkpoints/gen-0003:sims=2\"]\n[match]\npairs = 4\npairs_per_group = 1\n\
    opening_plies = 2\nexact_nodes = 1000\nmax_exact_nodes = 1000\n";

const STUDY: &str = "title = \"Short\"\nbaseline = \"short\"\nplayer = [\
    { player = \"greedy\", pairs = 6, drama_nodes = 20 }]\n\
    skill = { nodes = 20, doublings = 1, pairs = 4 }\n\
    games = { pairs = 4, opening_plies = 2, pairs_per_group = 2, exact_nodes = 200, max_exact_nodes = 200 }\n\
    [[variant]]\nbase = \"buettgenbach-1899\"\nname = \"short\"\nmove_limit = 12\n\
    [[variant]]\nbase = \"walker\"\nname = \"chains\"\nmove_limit = 12\n";

const BOOK: &str = "e3d4 f8g7\nd2e3\nc3b4 d8e7 b4a5\n";

const PROTOCOL: &str = "hub version=1\ninit\nvariant name=buettgenbach-1899 blockade=forbidden \
    chain=single first_mover=white goal=shift jump_direction=forward jump_over=enemy \
    jumping=compulsory last_move=equalised move_limit=120 points=solo start=standard\nping\n\
    new-game\npos start moves=\"e3-f4 f8-e7\"\nlevel nodes=10\ngo think seed=3\nping\nquit\n";

const EVAL: &str = "name = \"eval\"\nseed = 1\nvariant = \"./short.toml\"\ngenerations = 2\n\
    games_per_generation = 4\nthreads = 2\n[games]\nnodes = 10\nopening_plies = 2\n\
    exact_nodes = 500\n[learn]\nsteps = 2\nbatch = 16\n";

const ABLATION: &str = "title = \"Short games\"\nbase = \"./tiny.toml\"\nseeds = [1, 2]\n\
    search = \"sims=2\"\npanel = [\"random\"]\nset = { generations = 1 }\n\
    [match]\npairs = 2\nexact_nodes = 500\nmax_exact_nodes = 500\n\
    [[arm]]\nname = \"wide\"\nset = { network.channels = 16 }\n";

const SCALING: &str = "title = \"Four\"\nbase = \"./tiny.toml\"\nseeds = [1, 2]\n\
    generations = [1, 2]\nsimulations = [1]\ngames = 2\nplacements = 4\n\
    set = { variant = \"./four.toml\", selfplay.max_plies = 12 }\n\
    [[size]]\nname = \"4\"\nset = { network.channels = 4 }\n";

const FAMILY: &str = "base = \"buettgenbach-1899-free\"\nboard = \"4x4\"\nranks = 1\n[vary]\n\
    jump_direction = [\"forward\", \"any\"]\nmove_limit = [0, 5]\n";

/// A call that starts or resumes some work, always with bit-identical results.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    pub(crate) call: &'static str,
    pub(crate) makes: &'static str,
}

impl Job {
    /// Returns the call that starts the job in a folder or resumes it.
    pub(crate) fn line(&self, folder: &Path) -> &'static str {
        match self.name {
            "train" if !folder.join("run/config.toml").exists() => BEGIN_TRAINING,
            _ => self.call,
        }
    }
}

const BEGIN_TRAINING: &str = "train tiny.toml --out run --quiet";

/// Output folders of the solver, which writes single files and does not create their folders.
const OF_FILES: [&str; 2] = ["table", "family"];

pub(crate) const JOBS: [Job; 10] = [
    job("train", "train --resume run --quiet", "run"),
    job("match", "match random greedy --variant ./short.toml --pairs 8 --out match", "match"),
    job("arena", "arena arena.toml --out arena", "arena"),
    job("study", "study study.toml --out study --threads 2", "study"),
    job("selfplay", "selfplay tiny.toml --out games", "games"),
    job("train-eval", "train-eval eval.toml --out eval", "eval"),
    job("ablate", "ablate ablation.toml --out ablation --threads 2", "ablation"),
    job("scaling", "scaling scaling.toml --out scaling", "scaling"),
    job("solve", "solve four.toml --out table/four.table", "table"),
    job("family", "solve --family family.toml --out family/results.ndjson", "family"),
];

const fn job(name: &'static str, call: &'static str, makes: &'static str) -> Job {
    Job { name, call, makes }
}

/// The folder with all good files, and what the program prints about them.
pub(crate) struct GoodFiles {
    place: Place,
    said: RefCell<BTreeMap<String, String>>,
    made: BTreeMap<&'static str, Files>,
}

impl GoodFiles {
    pub(crate) fn new() -> GoodFiles {
        let place = Place::new();
        fs::create_dir(place.path("whole")).expect("a directory");
        let game = binary::root().join("data/games/krone-grotewold-1901.salta");
        let game = fs::read_to_string(game).expect("the game of 1901");
        for (name, text) in [
            ("tiny.toml", TINY),
            ("short.toml", SHORT),
            ("arena.toml", ARENA),
            ("study.toml", STUDY),
            ("eval.toml", EVAL),
            ("ablation.toml", ABLATION),
            ("scaling.toml", SCALING),
            ("family.toml", FAMILY),
            ("four.toml", FOUR),
            ("book.txt", BOOK),
            ("protocol.txt", PROTOCOL),
            ("counts.perft", "# start\nwalker; start; 5 25 116\n"),
            ("game.salta", &game),
        ] {
            place.file(&format!("whole/{name}"), text);
        }
        let whole = place.path("whole");
        for name in OF_FILES {
            fs::create_dir(whole.join(name)).expect("a directory");
        }
        let exports = [
            "export run --format onnx --out net.onnx",
            "export run --format safetensors --out net.safetensors",
        ];
        let jobs = JOBS.iter().map(|job| job.call);
        for line in [BEGIN_TRAINING].into_iter().chain(jobs).chain(exports) {
            let made = call(&whole, "", line, None);
            assert_eq!((made.code, made.check()), (0, Ok(())), "{line}");
        }
        fs::copy(whole.join("eval/nets/gen-0002.nnue"), whole.join("net.nnue")).expect("a network");
        let made = JOBS.iter().map(|job| (job.makes, lasting(&whole.join(job.makes)))).collect();
        GoodFiles { place, said: RefCell::default(), made }
    }

    pub(crate) fn whole(&self) -> PathBuf {
        self.place.path("whole")
    }

    /// Replaces the folder `case` with a copy of the good files, without the folder `left_out`.
    pub(crate) fn copy(&self, left_out: Option<&str>) -> PathBuf {
        self.copy_to("case", left_out)
    }

    fn copy_to(&self, name: &str, left_out: Option<&str>) -> PathBuf {
        let copy = self.place.path(name);
        let _ = fs::remove_dir_all(&copy);
        copy_folder(&self.whole(), &copy);
        if let Some(name) = left_out {
            fs::remove_dir_all(copy.join(name)).expect("what a job makes");
            if OF_FILES.contains(&name) {
                fs::create_dir(copy.join(name)).expect("a directory");
            }
        }
        copy
    }

    /// Returns what a call prints about the good files, from a cache after the first call.
    pub(crate) fn said(&self, arguments: &str) -> String {
        if let Some(said) = self.said.borrow().get(arguments) {
            return said.clone();
        }
        let called = call(&self.copy_to("good", None), "", arguments, None);
        assert_eq!((called.code, called.check()), (0, Ok(())), "{arguments}");
        self.said.borrow_mut().insert(arguments.into(), called.out.clone());
        called.out
    }

    /// Returns the path of a random folder in a job's output, or of the output itself.
    pub(crate) fn any_folder(&self, job: &Job, rng: &mut SmallRng) -> PathBuf {
        let files = &self.made[job.makes];
        let file = files.keys().nth(rng.random_range(0..files.len())).expect("it is within");
        let folders: Vec<&Path> = Path::new(file).ancestors().skip(1).collect();
        Path::new(job.makes).join(folders[rng.random_range(0..folders.len())])
    }

    /// Runs a job to its end and checks its output.
    pub(crate) fn finish(&self, job: &Job, folder: &Path) -> Result<(), String> {
        let ended = call(folder, "", job.line(folder), None);
        ended.check()?;
        match ended.code {
            0 => self.check(folder, job.makes, None),
            code => Err(format!("resumed, it ends with {code}")),
        }
    }

    /// Checks that a job's output in a folder is its undisturbed output, except for `damaged`.
    pub(crate) fn check(
        &self,
        folder: &Path,
        makes: &str,
        damaged: Option<&str>,
    ) -> Result<(), String> {
        let folder = folder.join(makes);
        let mut found = if folder.exists() { lasting(&folder) } else { Files::new() };
        let mut expected = self.made[makes].clone();
        for files in [&mut found, &mut expected] {
            files.retain(|name, _| damaged != Some(&format!("{makes}/{name}")));
        }
        if found == expected {
            return Ok(());
        }
        let names: std::collections::BTreeSet<_> = found.keys().chain(expected.keys()).collect();
        let other: Vec<_> =
            names.into_iter().filter(|name| found.get(*name) != expected.get(*name)).collect();
        Err(format!("another result: {makes}: {other:?}"))
    }

    /// Keeps the folder of a failed case, with the command that repeats it.
    pub(crate) fn keep(&self, seed: u64, case: u64, what: &str, error: &str) -> PathBuf {
        let kept = binary::root().join(format!("target/torture/{seed}-{case}"));
        let _ = fs::remove_dir_all(&kept);
        fs::create_dir_all(kept.parent().expect("a folder")).expect("target can be written");
        copy_folder(&self.place.path("case"), &kept);
        let again = format!("{what}: {error}\n\ncargo xtask torture --seed {seed} --case {case}\n");
        fs::write(kept.join("torture.txt"), again).expect("target can be written");
        kept
    }
}

fn copy_folder(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-r").arg(from).arg(to).status();
    assert!(copied.is_ok_and(|status| status.success()), "{} is not copied", from.display());
}
