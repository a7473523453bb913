//! `salta plan`: how long a training config will take here, and what to expect of it.

mod recorded;

use std::path::PathBuf;

use salta_run::{Plan, RunConfig, plan};

use self::recorded::{expectation, usual_share};
use crate::args::{OPTIMISED, seconds};
use crate::duration::duration;
use crate::error::Error;
use crate::interrupt::stop_flag;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Training config, such as configs/train/quickstart.toml
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// Override a config key, as in --set network.channels=48
    #[arg(long = "set", value_name = "KEY=VALUE")]
    sets: Vec<String>,
    /// Seconds to measure: half self-play, half learning
    #[arg(long, value_name = "S", default_value_t = 30.0, value_parser = seconds)]
    seconds: f64,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let config = RunConfig::load(&args.config, &args.sets)?;
    if !args.json {
        let seconds = if args.seconds == 1.0 { "second" } else { "seconds" };
        output::message("salta", &format!("measuring for {} {seconds} …", args.seconds));
    }
    let plan = plan(&config, args.seconds, &stop_flag()).map_err(Error::without_resume)?;
    output::shown(args.json, &plan, || {
        let advice: String = advice(&plan).iter().map(|line| format!("- {line}\n")).collect();
        format!("{}\n{}\n{advice}", describe(&plan), expectation(&plan))
    })
}

fn describe(plan: &Plan) -> String {
    let Plan { threads, weights, flops, .. } = plan;
    let (share, name) = usual_share(plan);
    let threads = salta_report::counted(*threads as u64, "thread");
    let regret = match plan.evaluation_positions {
        0.0 => String::new(),
        _ => format!("regret      {:>9}  at most\n", duration(plan.evaluation())),
    };
    format!(
        "On {threads}, network of {weights} weights, {:.1} MFLOP per position:\n\
        self-play   {:>9}  at most {:.0} positions, {:.0} per second\n\
        learning    {:>9}  {} steps of {:.0} ms\n\
        {regret}\
        tournament  {:>9}  at most, for the networks\n\
        total       {:>9}  plus exact counts at the ends of games; about {} if forced moves and early \
        ends leave as many positions as in {name} ({:.0} %)\n",
        *flops as f64 / 1e6,
        duration(plan.selfplay()),
        plan.positions,
        plan.positions_per_second,
        duration(plan.learning()),
        plan.steps,
        1000.0 * plan.seconds_per_step,
        duration(plan.tournament()),
        duration(plan.total()),
        duration(plan.learning() + share * (plan.total() - plan.learning())),
        100.0 * share,
    )
}

/// Suggests changes, based on the shares of the time.
fn advice(plan: &Plan) -> Vec<String> {
    let (total, day) = (plan.total(), 86_400.0);
    let share = |part: f64| part / total;
    let mut lines = Vec::new();
    if share(plan.learning()) > 0.6 {
        lines.push(format!(
            "Learning takes {:.0} % of the time: fewer `train.steps_per_generation` (or a smaller \
            `train.replay_ratio`), or more games per step.",
            100.0 * share(plan.learning())
        ));
    }
    if share(plan.tournament()) > 0.3 {
        lines.push(format!(
            "The final tournament takes {:.0} % of the time: fewer `tournament.match.pairs` or \
            `tournament.simulations`.",
            100.0 * share(plan.tournament())
        ));
    }
    if total > day {
        lines.push(
            "That is more than a day: `generations` costs in proportion; `network.channels` \
            about by its square; `selfplay.search.simulations` in proportion."
                .into(),
        );
    }
    if !OPTIMISED {
        lines.push("This binary was built without --release: a release build is faster.".into());
    }
    lines.push("Ctrl-C stops a run at any time; it resumes where it was.".into());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_the_time_is_named() {
        let plan = Plan {
            positions: 1e6,
            positions_per_second: 1e4,
            steps: 1000,
            seconds_per_step: 0.5,
            ..Plan::default()
        };
        assert_eq!(plan.total(), 600.0);
        assert!(advice(&plan)[0].contains("Learning takes 83 %"), "{:?}", advice(&plan));
    }
}
