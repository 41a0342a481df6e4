//! The rule options.

use super::ladder::MOST_COLUMNS;
use crate::options::{OptionError, OptionInfo, Options, Values, YesNo};
use serde::{Deserialize, Serialize};

/// Two players or one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Two players race.
    Duel,
    /// One player collects the coins at all ends of the columns.
    Puzzle,
}

/// Who chooses first in the phases between laying and moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartOrder {
    /// Seat 1, who laid second.
    Second,
    /// Seat 0, who laid first.
    First,
}

/// Who opens the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundStart {
    /// Seat 1, all of them.
    Same,
    /// Seat 1 the odd ones, seat 0 the even ones.
    Alternate,
}

/// Whose bridges a seat can push off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Push {
    /// The other seat's.
    Opponent,
    /// Everybody's.
    Any,
    /// Nobody's.
    Off,
}

/// Whether something that can be done has to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MayMust {
    /// It is a choice.
    May,
    /// It is compulsory where it is possible.
    Must,
}

/// The coin variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coins {
    /// No coins.
    None,
    /// A coin is put where a token is set.
    Start,
    /// A coin lies on every end point but one of each side; a token that comes to the enemy's empty
    /// one is sent back.
    Gap,
    /// No coins; a token that comes to the point that the enemy has named is sent back.
    Trap,
}

/// What wins where there are coins to be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoinGoal {
    /// Tokens brought across; coins break ties at the cap.
    Across,
    /// Coins; tokens brought across break ties.
    Most,
}

/// Where the later walks of the puzzle begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleWalk {
    /// Where the token stands.
    Bounce,
    /// At any visited end point.
    Free,
}

/// The rule options of the Amidakuji bridge game. [`Rules::TABLE`](Options::TABLE) says what each
/// changes.
///
/// Fields of the mode that is not played are `None`; so are options whose default depends on others
/// and that do not differ from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Rules {
    /// Two players or one.
    pub mode: Mode,
    /// Columns of the board, 2 to 8; at least 4 in the duel.
    pub columns: u8,
    /// Nodes on a column, 2 to 16.
    pub rows: u8,
    /// Normal bridges a seat, 0 to 9. `None`: 8 on six columns or more, else 7.
    #[serde(default)]
    pub bridges: Option<u8>,
    /// Long bridges a seat, 0 to 2.
    pub long: u8,
    /// Rows between the ends of a long bridge, 2 or 3.
    pub long_span: u8,
    /// Whether bridges may cross in a gap.
    pub crossing: YesNo,
    /// Who chooses first in the phases between laying and moving (duel).
    #[serde(default)]
    pub start_order: Option<StartOrder>,
    /// Who opens the rounds (duel).
    #[serde(default)]
    pub round_start: Option<RoundStart>,
    /// Steps of a move, 1 to 9 (duel).
    #[serde(default)]
    pub steps: Option<u8>,
    /// Tokens to bring across, 1 or 2 (duel).
    #[serde(default)]
    pub goal: Option<u8>,
    /// Whether a knocked token counts as moved (duel).
    #[serde(default)]
    pub knock_wait: Option<YesNo>,
    /// Whose bridges can be pushed off (duel).
    #[serde(default)]
    pub push: Option<Push>,
    /// Whether what can be pushed off has to be (duel).
    #[serde(default)]
    pub push_choice: Option<MayMust>,
    /// Relocation turns a seat and round, 0 to 4.
    pub relocations: u8,
    /// Whether a bridge has to be relocated. `None`: may in the duel, must in the puzzle.
    #[serde(default)]
    pub relocate: Option<MayMust>,
    /// Whether one bridge may be relocated twice in a part.
    pub same_bridge: YesNo,
    /// Rounds that end the game, 1 to 10000 (duel).
    #[serde(default)]
    pub max_rounds: Option<u16>,
    /// The coin variant (duel).
    #[serde(default)]
    pub coins: Option<Coins>,
    /// What wins with coins (duel).
    #[serde(default)]
    pub coin_goal: Option<CoinGoal>,
    /// Where later walks begin (puzzle).
    #[serde(default)]
    pub puzzle_walk: Option<PuzzleWalk>,
}

/// The options of the duel, before its own are filled in.
const UNNAMED: Rules = Rules {
    mode: Mode::Duel,
    columns: 5,
    rows: 11,
    bridges: None,
    long: 1,
    long_span: 2,
    crossing: YesNo::No,
    start_order: None,
    round_start: None,
    steps: None,
    goal: None,
    knock_wait: None,
    push: None,
    push_choice: None,
    relocations: 2,
    relocate: None,
    same_bridge: YesNo::No,
    max_rounds: None,
    coins: None,
    coin_goal: None,
    puzzle_walk: None,
};

impl Default for Rules {
    /// The duel on five columns.
    fn default() -> Self {
        UNNAMED.completed()
    }
}

impl Rules {
    /// The puzzle on five columns.
    pub fn puzzle() -> Self {
        Rules { mode: Mode::Puzzle, ..UNNAMED }.completed()
    }

    /// Whether one player plays.
    #[inline]
    pub fn is_puzzle(&self) -> bool {
        self.mode == Mode::Puzzle
    }

    /// Normal bridges that a seat has of its colour.
    #[inline]
    pub fn normal_bridges(&self) -> u8 {
        self.bridges.unwrap_or(if self.columns >= 6 { 8 } else { 7 })
    }

    /// Whether a seat that could relocate a bridge may pass.
    #[inline]
    pub fn may_pass(&self) -> bool {
        self.relocate.unwrap_or(self.default_relocate()) == MayMust::May
    }

    fn default_relocate(&self) -> MayMust {
        if self.is_puzzle() { MayMust::Must } else { MayMust::May }
    }

    /// The coin variant; none in the puzzle, whose coins are a matter of its own.
    #[inline]
    pub fn coin_variant(&self) -> Coins {
        self.coins.unwrap_or(Coins::None)
    }

    /// Tokens to bring across.
    #[inline]
    pub fn tokens_to_goal(&self) -> u8 {
        self.goal.unwrap_or(2)
    }

    /// Whether coins win before tokens brought across do.
    #[inline]
    pub fn coins_win(&self) -> bool {
        self.coin_goal == Some(CoinGoal::Most) && self.has_coins_to_win()
    }

    /// Whether the duel has coins that a seat can win.
    #[inline]
    pub fn has_coins_to_win(&self) -> bool {
        matches!(self.coin_variant(), Coins::Start | Coins::Gap)
    }

    /// The round that ends the game.
    #[inline]
    pub fn last_round(&self) -> u16 {
        self.max_rounds.unwrap_or(50)
    }

    /// Whether later walks of the puzzle may begin at any visited end point.
    #[inline]
    pub fn walks_freely(&self) -> bool {
        self.puzzle_walk == Some(PuzzleWalk::Free)
    }

    /// The seat that chooses first between laying and moving.
    #[inline]
    pub(super) fn first_setter(&self) -> u8 {
        u8::from(self.start_order != Some(StartOrder::First))
    }

    /// The seat that opens this round.
    #[inline]
    pub(super) fn opener(&self, round: u16) -> u8 {
        u8::from(self.round_start != Some(RoundStart::Alternate) || round % 2 == 1)
    }
}

impl Options for Rules {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "mode",
            values: Values::Words(&["duel", "puzzle"]),
            meaning: "two players race, or one collects coins; some options belong to one mode only",
        },
        OptionInfo {
            name: "columns",
            values: Values::Integer(2, MOST_COLUMNS as i64),
            meaning: "columns of the board; the duel needs 4",
        },
        OptionInfo { name: "rows", values: Values::Integer(2, 16), meaning: "nodes on a column" },
        OptionInfo {
            name: "bridges",
            values: Values::Integer(0, 9),
            meaning: "normal bridges a seat; if unset, 8 on six columns or more, else 7",
        },
        OptionInfo { name: "long", values: Values::Integer(0, 2), meaning: "long bridges a seat" },
        OptionInfo {
            name: "long-span",
            values: Values::Integer(2, 3),
            meaning: "rows between the ends of a long bridge",
        },
        OptionInfo {
            name: "crossing",
            values: YesNo::VALUES,
            meaning: "whether bridges may cross in a gap",
        },
        OptionInfo {
            name: "start-order",
            values: Values::Words(&["second", "first"]),
            meaning: "duel: the seat that laid second or first sets its tokens first",
        },
        OptionInfo {
            name: "round-start",
            values: Values::Words(&["same", "alternate"]),
            meaning: "duel: seat 1 opens all rounds, or the odd ones only",
        },
        OptionInfo {
            name: "steps",
            values: Values::Integer(1, 9),
            meaning: "duel: steps of a move",
        },
        OptionInfo {
            name: "goal",
            values: Values::Integer(1, 2),
            meaning: "duel: tokens to bring across",
        },
        OptionInfo {
            name: "knock-wait",
            values: YesNo::VALUES,
            meaning: "duel: whether a knocked token counts as moved in this round",
        },
        OptionInfo {
            name: "push",
            values: Values::Words(&["opponent", "any", "off"]),
            meaning: "duel: whose bridges can be pushed off",
        },
        OptionInfo {
            name: "push-choice",
            values: Values::Words(&["may", "must"]),
            meaning: "duel: whether a bridge that can be pushed off has to be",
        },
        OptionInfo {
            name: "relocations",
            values: Values::Integer(0, 4),
            meaning: "relocation turns a seat and round, or between two walks of the puzzle",
        },
        OptionInfo {
            name: "relocate",
            values: Values::Words(&["may", "must"]),
            meaning: "whether a bridge that can be relocated has to be; if unset, may in the duel \
                      and must in the puzzle",
        },
        OptionInfo {
            name: "same-bridge",
            values: YesNo::VALUES,
            meaning: "whether one bridge may be relocated twice in a part",
        },
        OptionInfo {
            name: "max-rounds",
            values: Values::Integer(1, 10_000),
            meaning: "duel: rounds that end the game",
        },
        OptionInfo {
            name: "coins",
            values: Values::Words(&["none", "start", "gap", "trap"]),
            meaning: "duel: no coins, a coin where a token is set, coins on all end points but a gap \
                      of each side, or no coins but a trap",
        },
        OptionInfo {
            name: "coin-goal",
            values: Values::Words(&["across", "most"]),
            meaning: "duel: whether tokens brought across win, or the most coins (with coins=start \
                      and gap)",
        },
        OptionInfo {
            name: "puzzle-walk",
            values: Values::Words(&["bounce", "free"]),
            meaning: "puzzle: later walks begin where the token stands, which is the default, or at \
                      any visited end point",
        },
    ];

    /// Fills in the defaults of the duel, so that they can be listed, and drops values that say no
    /// more than a default that depends on other options.
    fn completed(mut self) -> Self {
        if self.bridges == Some((Rules { bridges: None, ..self }).normal_bridges()) {
            self.bridges = None;
        }
        if self.relocate == Some(self.default_relocate()) {
            self.relocate = None;
        }
        if self.puzzle_walk == Some(PuzzleWalk::Bounce) {
            self.puzzle_walk = None;
        }
        if !self.is_puzzle() {
            self.start_order.get_or_insert(StartOrder::Second);
            self.round_start.get_or_insert(RoundStart::Same);
            self.steps.get_or_insert(3);
            self.goal.get_or_insert(2);
            self.knock_wait.get_or_insert(YesNo::No);
            self.push.get_or_insert(Push::Opponent);
            self.push_choice.get_or_insert(MayMust::May);
            self.max_rounds.get_or_insert(50);
            self.coins.get_or_insert(Coins::None);
            self.coin_goal.get_or_insert(CoinGoal::Across);
        }
        self
    }

    fn check_together(&self) -> Result<(), OptionError> {
        let conflict = |message: String| Err(OptionError::Conflict(message));
        if !self.is_puzzle() {
            if self.puzzle_walk.is_some() {
                return conflict("puzzle-walk needs mode=puzzle".to_string());
            }
            if self.columns < 4 {
                return conflict(format!("mode=duel needs 4 columns, not {}", self.columns));
            }
            return Ok(());
        }
        let of_the_duel = [
            ("start-order", self.start_order.is_some()),
            ("round-start", self.round_start.is_some()),
            ("steps", self.steps.is_some()),
            ("goal", self.goal.is_some()),
            ("knock-wait", self.knock_wait.is_some()),
            ("push", self.push.is_some()),
            ("push-choice", self.push_choice.is_some()),
            ("max-rounds", self.max_rounds.is_some()),
            ("coins", self.coins.is_some()),
            ("coin-goal", self.coin_goal.is_some()),
        ];
        match of_the_duel.iter().find(|(_, named)| *named) {
            Some((option, _)) => conflict(format!("{option} needs mode=duel")),
            None => Ok(()),
        }
    }
}
