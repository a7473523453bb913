//! The commands, one module each with `Args` and `run`, declared once: group, help, name, examples.

pub(crate) mod ablate;
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod doctor;
pub(crate) mod duel;
pub(crate) mod engine;
pub(crate) mod engine_check;
pub(crate) mod evaluate;
pub(crate) mod export;
pub(crate) mod gpu_trial;
pub(crate) mod help_markdown;
pub(crate) mod import;
pub(crate) mod learn;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod points;
pub(crate) mod rate;
pub(crate) mod regret;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod scaling;
pub(crate) mod selfplay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solo;
pub(crate) mod solve;
pub(crate) mod study;
pub(crate) mod train;
pub(crate) mod train_eval;
pub(crate) mod variants;
pub(crate) mod verify;

use clap::Subcommand;

use crate::error::Error;

/// A command as `--help` and docs/cli.md list it.
pub(crate) struct Listed {
    pub(crate) name: &'static str,
    /// Pairs of a purpose and a command line.
    pub(crate) examples: &'static [(&'static str, &'static str)],
}

/// Declares the commands: group, help, name, module, and examples with their purposes.
macro_rules! commands {
    ($($group:literal {
        $($(#[$meta:meta])* $name:literal $variant:ident($module:ident) [
            $($purpose:literal: $call:literal,)*
        ])*
    })*) => {
        /// One variant for each module.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($($(#[$meta])* #[command(name = $name)] $variant(Box<$module::Args>),)*)*
        }

        /// The commands by group, in the order of `--help`.
        pub(crate) const GROUPS: &[(&str, &[Listed])] = &[$(
            ($group, &[$(Listed { name: $name, examples: &[$(($purpose, $call)),*] }),*]),
        )*];

        /// Runs a command.
        pub(crate) fn run(command: Command) -> Result<(), Error> {
            match command {
                $($(Command::$variant(args) => $module::run(&args),)*)*
            }
        }
    };
}

commands! {
    "Play" {
        /// Open the board in the browser: play, analyse, watch training
        "serve" Serve(serve) [
            "Play, analyse and review at http://127.0.0.1:1899/": "salta serve",
            "Watch a training run and play against it": "salta serve --run runs/quickstart --checkpoint runs/quickstart",
            "Play against a program of your own": "salta serve --opponent \"program:./my-engine:nodes=10000\"",
        ]
        /// Play a game in the terminal
        "play" Play(play) [
            "Play against the lowest level": "salta play",
            "Play against a level": "salta play --level casual",
            "Play against a network of your own": "salta play --opponent checkpoint:runs/quickstart:sims=64",
        ]
    }
    "Train" {
        /// Train a network by self-play
        "train" Train(train) [
            "Train an agent in a few minutes on two cores": "salta train configs/train/quickstart.toml",
            "Change settings": "salta train configs/train/quickstart.toml --set network.channels=48 --set seed=2",
            "Start from a network's weights": "salta train configs/train/two-cores.toml --from two-cores",
            "Fork a run at generation 10, with another learning rate": "salta train --fork runs/quickstart@10 --set learner.learning_rate=0.0005 --out runs/forked",
            "Resume a run, with more generations": "salta train --resume runs/quickstart --set generations=60",
        ]
        /// Train an evaluation network for `alphabeta@3` by self-play
        "train-eval" TrainEval(train_eval) [
            "About 25 minutes of CPU time; the same command resumes it": "salta train-eval configs/eval/buettgenbach-1899.toml",
            "For a variant of your own": "salta train-eval configs/eval/buettgenbach-1899.toml --set variant=my-variant.toml --out runs/mine",
        ]
        /// Estimate how long a training config will take on this machine
        "plan" Plan(plan) [
            "Measure for 30 seconds": "salta plan configs/train/quickstart.toml",
        ]
        /// Play the games of one generation of a training config, without learning from them
        "selfplay" Selfplay(selfplay) [
            "Play with the untrained network": "salta selfplay configs/train/quickstart.toml --out runs/games",
            "Play with a trained network": "salta selfplay configs/train/quickstart.toml --out runs/games --checkpoint runs/quickstart",
        ]
        /// Compare changes of a training config over several seeds
        "ablate" Ablate(ablate) [
            "Estimate the cost first": "salta ablate configs/ablate/quickstart.toml --plan",
            "Train and play all of it, one run per core; the same call resumes it": "salta ablate configs/ablate/quickstart.toml",
            "Report the results so far": "salta ablate configs/ablate/quickstart.toml --report",
        ]
        /// Measure how regret or scores change with training, network size and simulations
        "scaling" Scaling(scaling) [
            "Train and measure all of it, one run per core; the same call resumes it": "salta scaling configs/scaling/6x6.toml",
            "Report the results so far": "salta scaling configs/scaling/6x6.toml --report",
        ]
        /// Check the files of a training run against its manifests
        "verify" Verify(verify) [
            "Compare checksums": "salta verify runs/quickstart",
            "Replay games and a learning step too": "salta verify runs/quickstart --deep",
        ]
        /// Learn from games of a training run that other processes play (used by salta.ray)
        #[command(hide = true)]
        "learn" Learn(learn) []
    }
    "Evaluate" {
        /// Play a match between two players
        "match" Match(duel) [
            "Play 100 colour-swapped pairs": "salta match checkpoint:runs/quickstart:sims=64 alphabeta:depth=2 --pairs 100",
            "Stop once a sequential test decides": "salta match checkpoint:runs/a checkpoint:runs/b --sprt 0,20",
            "Give both players the same number of nodes": "salta match alphabeta@2:depth=8 uct:sims=100 --nodes 1000",
            "Start from your own openings": "salta match greedy random --opening-book book.txt --pairs 20",
            "Play against a program that speaks the text protocol (docs/protocol.md)": "salta match \"program:./my-engine:nodes=10000\" alphabeta:depth=2",
        ]
        /// Play a tournament: ratings, cross table, CSV and an HTML report
        "arena" Arena(arena) [
            "Rate the fixed players; the same command resumes the tournament": "salta arena configs/arena/fixed.toml",
            "Rate the generations of the run of configs/train/one-variant.toml, for the training page of `salta serve`": "salta arena configs/arena/generations.toml --out runs/only-buettgenbach-1899/ladder",
        ]
        /// Rate all players of any number of result files in one pool
        "rate" Rate(rate) [
            "Tournaments and matches together": "salta rate runs/arena-ladder runs/arena-upper matches.ndjson --anchor greedy@1",
            "The runs of an ablation": "salta rate runs/ablate-quickstart/matches",
        ]
        /// Play the matches of a run's config with any generation of the run
        "evaluate" Evaluate(evaluate) [
            "Play generation 10's matches": "salta evaluate runs/quickstart --generation 10",
        ]
        /// Serve a player over the text protocol, for other programs to play against
        "engine" Engine(engine) [
            "Alpha-beta on standard input and output": "salta engine alphabeta:depth=4",
        ]
        /// Check that a program follows the text protocol
        "engine-check" EngineCheck(engine_check) [
            "Run every check (docs/protocol.md)": "salta engine-check ./my-engine",
        ]
    }
    "Analyse" {
        /// Review a recorded game: margins, turning points, which variants allow each move
        "review" Review(review) [
            "Review the game of 1901, with a page for the browser": "salta review data/games/krone-grotewold-1901.salta --html game.html",
            "Let a network judge": "salta review data/games/krone-grotewold-1901.salta --player checkpoint:two-cores:sims=400",
        ]
        /// Compare rule variants statistically
        "study" Study(study) [
            "Estimate the cost first": "salta study configs/study/variants.toml --plan",
            "Compare the variants": "salta study configs/study/variants.toml",
            "Change one rule at a time": "salta study configs/study/single-rules.toml",
            "Compare variants as played by a network": "salta study configs/study/networks.toml",
        ]
        /// Count the moves that each side still needs
        "points" Points(points) [
            "From the start": "salta points --variant walker",
        ]
        /// Find the shortest way home of one side alone on the board
        "solo" Solo(solo) [
            "The Salta-Solo puzzle: the start": "salta solo",
        ]
        /// Solve a small board: the exact value of every placement, and perfect play
        "solve" Solve(solve) [
            "Value of the start, and counts": "salta solve configs/small/6x6.toml",
            "Save the table, to use `perfect:FILE` as a player": "salta solve configs/small/6x6.toml --out 6x6.table",
            "A family of rules, in a few minutes": "salta solve --family configs/small/family.toml --out family.ndjson",
            "Best moves and a line of perfect play": "salta solve configs/small/6x6.toml --out 6x6.table --position \"cba/3/3/3/3/ABC w 0\"",
        ]
        /// Measure how many points a player's moves lose against perfect play, on a small board
        "regret" Regret(regret) [
            "Alpha-beta on 6x6": "salta regret alphabeta@2:depth=4 configs/small/6x6.toml --table 6x6.table",
            "A network with several numbers of simulations, also as CSV": "salta regret checkpoint:runs/small configs/small/6x6.toml --table 6x6.table --sims 1,4,16,64,256 --csv regret.csv",
        ]
    }
    "Export" {
        /// Write a network as ONNX or safetensors, games as NumPy arrays or CSV
        "export" Export(export) [
            "A network for other languages (docs/encoding.md)": "salta export runs/quickstart --format onnx",
            "Samples as NumPy arrays": "salta export runs/quickstart --format npz",
            "Games and decisions as CSV": "salta export runs/quickstart --format csv",
        ]
        /// Make a checkpoint of the weights that another program trained
        "import" Import(import) [
            "A file that keeps the metadata of `salta export`": "salta import trained.safetensors",
            "Any file with the tensors of this run's network": "salta import trained.safetensors --like runs/quickstart --out trained",
        ]
    }
    "Inspect" {
        /// List the rule variants, or show one
        "variants" Variants(variants) [
            "The named variants": "salta variants",
            "One of them, with all its fields": "salta variants walker",
            "Which variants are the same game": "salta variants --classes",
        ]
        /// List the legal moves of a position
        "moves" Moves(moves) [
            "At the start": "salta moves --variant walker",
        ]
        /// Count the move sequences of a given length
        "perft" Perft(perft) [
            "By first move": "salta perft --variant checkerboard --depth 4 --divide",
            "Check the recorded tables": "salta perft --check data/perft/walker.perft data/perft/nestor.perft",
        ]
        /// Check a game file ply by ply
        "replay" Replay(replay) [
            "The game of 1901": "salta replay data/games/krone-grotewold-1901.salta",
            "One game of a match": "salta replay 'runs/match/greedy@1 vs random@1.games' --game 3",
        ]
        /// Show a training run, or the games of a self-play shard
        "show" Show(show) [
            "A run: its generations and where it comes from": "salta show runs/quickstart",
            "List the games of a shard": "salta show runs/quickstart/games/gen-0001/games-00000000.shard",
            "Write them as a game file": "salta show runs/quickstart/games/gen-0001/games-00000000.shard --text",
        ]
        /// Show this machine's cores, instruction sets, GPU and speed
        "doctor" Doctor(doctor) [
            "Takes a few seconds": "salta doctor",
        ]
        /// Measure the speed of `alphabeta@3`, and print a signature of how it plays
        "bench" Bench(bench) [
            "Fixed positions to depth 11": "salta bench",
            "Another network": "salta bench --net runs/nnue/nets/gen-0003.nnue",
        ]
        /// Compare the GPU with the CPU (internal)
        #[command(hide = true)]
        "gpu-trial" GpuTrial(gpu_trial) []
        /// Print docs/cli.md
        #[command(hide = true)]
        "help-markdown" HelpMarkdown(help_markdown) []
    }
}
