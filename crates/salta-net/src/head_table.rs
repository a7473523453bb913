//! The table of heads, one row per head. A row has two parts. `terms` reads the first: the head's
//! name in files and settings; the default weight, unit and description of its loss term; whether
//! the head is auxiliary (auxiliary heads come last); and an earlier name, if any. `heads` reads
//! the second: a [`Head`](crate::heads::Head).

/// Calls the macro `$then` with all rows, followed by `$more`.
macro_rules! head_table {
    ($then:ident $($more:tt)*) => {
        $then! {
            heads {
                policy 1.0 "nats" false
                "Cross-entropy of the policy, over the samples with a policy target." {
                    reads: &[("policy", Size::Fixed(DIRECTIONS)), ("end_turn", Size::Fixed(1))],
                    loss: &losses::CrossEntropy,
                    target: targets::policy,
                    outputs: &[(
                        "policy_logits",
                        Output::Logits,
                        "logits of all actions, illegal ones included",
                    )],
                }
                wdl 1.0 "nats" false
                "Cross-entropy of win, draw, loss." {
                    reads: &[("values", Size::Fixed(RESULTS))],
                    loss: &losses::CrossEntropy,
                    target: targets::result,
                    outputs: &[("wdl", Output::Softmax, "probabilities of win, draw and loss")],
                }
                margin 0.3 "nats" false
                "Cross-entropy of the margin's bins." {
                    reads: &[("values", Size::MarginBins)],
                    loss: &losses::CrossEntropy,
                    target: targets::margin,
                    outputs: &[
                        ("margin", Output::Margin, "expected points"),
                        (
                            "margin_probabilities",
                            Output::Softmax,
                            "distribution of the points, bins evenly from −`margin_max` to `margin_max`",
                        ),
                    ],
                }
                plies 0.1 "squared units of 100 plies" false
                "Squared error of the plies to the end." {
                    reads: &[("values", Size::Fixed(1))],
                    loss: &losses::SquaredSoftplus,
                    target: targets::plies,
                    outputs: &[("plies", Output::Plies, "expected plies to the end")],
                }
                reply 0.15 "nats" true
                "Cross-entropy of the opponent's reply." {
                    reads: &[("auxiliary.squares", Size::Fixed(DIRECTIONS))],
                    loss: &losses::CrossEntropy,
                    target: targets::reply,
                    outputs: &[("reply_logits", Output::Logits, "logits of the opponent's reply")],
                }
                home 0.15 "nats" true
                "Cross-entropy of each piece's being at home in the end, a mean over pieces." {
                    reads: &[("auxiliary.squares", Size::Fixed(1))],
                    loss: &losses::BinaryCrossEntropy,
                    target: targets::home,
                    outputs: &[(
                        "home",
                        Output::Sigmoid,
                        "probability that the piece on each square ends the game on its goal",
                    )],
                }
                #[serde(alias = "soon")]
                short_term_value 0.3 "squared value" true
                "Squared error of the short-term value." {
                    reads: &[("auxiliary.soon", Size::Fixed(1))],
                    loss: &losses::SquaredTanh,
                    target: targets::short_term_value,
                    outputs: &[(
                        "short_term_value",
                        Output::Tanh,
                        "the search's value over the next decisions",
                    )],
                }
                soft_policy 1.0 "nats" true
                "Cross-entropy of the policy to the power 1/4, over the samples with a policy target." {
                    reads: &[
                        ("auxiliary.squares", Size::Fixed(DIRECTIONS)),
                        ("auxiliary.end_turn", Size::Fixed(1)),
                    ],
                    loss: &losses::CrossEntropy,
                    target: targets::soft_policy,
                    outputs: &[(
                        "soft_policy_logits",
                        Output::Logits,
                        "logits of all actions for the policy to the power 1/4",
                    )],
                }
            }
            $($more)*
        }
    };
}

pub(crate) use head_table;
