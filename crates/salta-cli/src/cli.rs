//! The whole command line; its help lists the commands in groups.

use std::fmt::Write;
use std::path::PathBuf;

use clap::builder::{StringValueParser, TypedValueParser};
use clap::{Arg, CommandFactory, FromArgMatches, Parser};

use crate::args::VERSION;
use crate::commands::{Command, GROUPS, Listed};
use crate::error::Error;
use crate::output;

/// Self-play reinforcement learning for the board game Salta
#[derive(Debug, Parser)]
#[command(name = "salta", version = VERSION, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Returns the command that the user gave, or `None` after writing the help that was asked for;
/// exits if there is no valid one.
pub(crate) fn parse() -> Result<Option<Command>, Error> {
    let parsed = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(cli) => Ok(Some(cli.command)),
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => output::written(help.print()).map(|()| None),
    }
}

/// The parser, with commands in groups, which clap supports only for arguments.
pub(crate) fn command() -> clap::Command {
    let cli = Cli::command().mut_subcommands(|command| command.mut_args(strict));
    let template = format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n{}\nOptions:\n{{options}}\n\n\
        `salta COMMAND --help` explains a command, with examples.\n",
        overview(&cli)
    );
    let listed = GROUPS.iter().flat_map(|(_, listed)| *listed);
    listed.fold(cli.help_template(template), |cli, command| {
        cli.mut_subcommand(command.name, |parser| parser.after_help(examples(command)))
    })
}

/// Numbers may be negative, so that an error says which are allowed. The paths of results are
/// written into text files.
fn strict(arg: Arg) -> Arg {
    let arg = arg.allow_negative_numbers(true);
    let text = StringValueParser::new();
    if arg.get_id() == "out" { arg.value_parser(text.map(PathBuf::from)) } else { arg }
}

fn examples(command: &Listed) -> String {
    let example = |(purpose, call): &(_, _)| format!("  # {purpose}\n  {call}\n");
    let examples: Vec<String> = command.examples.iter().map(example).collect();
    if examples.is_empty() { String::new() } else { format!("Examples:\n{}", examples.join("\n")) }
}

fn overview(cli: &clap::Command) -> String {
    let mut text = String::new();
    for (group, listed) in GROUPS {
        let _ = write!(text, "\n{group}:\n");
        let commands = listed.iter().filter_map(|command| cli.find_subcommand(command.name));
        for command in commands.filter(|command| !command.is_hide_set()) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {:<13} {about}", command.get_name());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use clap::ArgAction;

    use super::{GROUPS, command};

    #[test]
    fn the_parser_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn examples_parse() {
        for (purpose, call) in GROUPS.iter().flat_map(|(_, all)| *all).flat_map(|one| one.examples)
        {
            let words = shlex::split(call).expect("closed quotes");
            let parsed = command().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{purpose}: {}", parsed.unwrap_err());
        }
    }

    /// A flag of several commands takes the same kind of value in all of them.
    #[test]
    fn no_flag_has_two_meanings() {
        let mut known: BTreeMap<String, (String, String)> = BTreeMap::new();
        for command in command().get_subcommands() {
            for arg in command.get_arguments() {
                let Some(flag) = arg.get_long() else { continue };
                let takes = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
                let value = format!("{takes} {:?}", arg.get_value_names());
                let name = command.get_name();
                let (first, seen) =
                    known.entry(flag.into()).or_insert_with(|| (name.into(), value.clone()));
                assert_eq!(*seen, value, "--{flag} of `{first}` and of `{name}`");
            }
        }
    }
}
