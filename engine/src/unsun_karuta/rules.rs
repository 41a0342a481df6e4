//! The rule options.

use crate::options::{OnOff, OptionInfo, Options, Values};
use serde::{Deserialize, Serialize};

/// Which reason raises a combination in the ninth trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NinthCombo {
    /// It moves the raised transfer.
    High,
    /// The ninth trick is no reason to raise it.
    Plain,
    /// There are no combinations in the ninth trick.
    None,
}

/// Which combinations an undeclared Robai raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HiddenRobai {
    /// The two pairs with the Robai.
    Pair,
    /// Every combination of the deal.
    All,
    /// None.
    Off,
}

/// Whether a Robai that was turned up counts as undeclared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnedRobai {
    /// No: everyone has seen it.
    Open,
    /// Yes: nobody declared it.
    Hidden,
}

/// What the Pao Robai is in a deal with Pao trumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaoRobai {
    /// The trump suit's own Robai, with its two combinations.
    Native,
    /// The Tenka, which is in no combination.
    Tenka,
}

/// What the holder of the trump suit's Robai may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Declaration {
    /// It declares or passes.
    Choice,
    /// It declares.
    Forced,
    /// It passes, like everyone; the dealer always takes.
    Off,
}

/// Whether the opening lead may be a trump by choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeriFirst {
    /// Only if the taker holds nothing else.
    Forbidden,
    /// Any card may be led.
    Allowed,
}

/// On which cards the lone Sun is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoneSun {
    /// The nine that a seat holds at the opening lead.
    Play,
    /// The nine that it was dealt.
    Dealt,
    /// None: there is no such exception.
    Off,
}

/// Whose last card is the led card of the ninth trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NinthLead {
    /// The dealer's, for its suit only: the ninth trick is never a Meri.
    Dealer,
    /// That of the winner of the eighth trick; a trump makes the ninth trick a Meri.
    Winner,
}

/// The rule options of Hachinin Meri. [`Rules::TABLE`](Options::TABLE) says what each changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Rules {
    /// Deals in a match, 1 to 64.
    pub deals: u8,
    /// The seat that deals first, 0 to 7.
    pub first_dealer: u8,
    /// Whether there are combinations.
    pub combos: OnOff,
    /// Points that a combination moves, 0 to 9.
    pub combo_value: u8,
    /// Points that a raised combination moves instead, 0 to 9.
    pub combo_high: u8,
    /// Combinations in the ninth trick.
    pub ninth_combo: NinthCombo,
    /// What an undeclared Robai raises.
    pub hidden_robai: HiddenRobai,
    /// Whether a Robai that was turned up counts as undeclared.
    pub turned_robai: TurnedRobai,
    /// What the Pao Robai is among Pao trumps.
    pub pao_robai: PaoRobai,
    /// Whether there are combinations in Meri tricks too.
    pub meri_combos: OnOff,
    /// What the holder of the Robai may say.
    pub declare: Declaration,
    /// Whether the opening lead may be a trump.
    pub meri_first: MeriFirst,
    /// Whether a plain lead binds after the first Meri.
    pub monchi: OnOff,
    /// On which cards the lone Sun is judged.
    pub lone_sun: LoneSun,
    /// Whose card leads the ninth trick.
    pub ninth_lead: NinthLead,
    /// Whether trumps on a plain lead are played face down.
    pub face_down: OnOff,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            deals: 8,
            first_dealer: 0,
            combos: OnOff::On,
            combo_value: 2,
            combo_high: 5,
            ninth_combo: NinthCombo::High,
            hidden_robai: HiddenRobai::Pair,
            turned_robai: TurnedRobai::Open,
            pao_robai: PaoRobai::Native,
            meri_combos: OnOff::Off,
            declare: Declaration::Choice,
            meri_first: MeriFirst::Forbidden,
            monchi: OnOff::On,
            lone_sun: LoneSun::Play,
            ninth_lead: NinthLead::Dealer,
            face_down: OnOff::On,
        }
    }
}

impl Options for Rules {
    const TABLE: &'static [OptionInfo] = &[
        OptionInfo {
            name: "deals",
            values: Values::Integer(1, 64),
            meaning: "the number of deals in a match",
        },
        OptionInfo {
            name: "first-dealer",
            values: Values::Integer(0, 7),
            meaning: "the seat that deals first",
        },
        OptionInfo {
            name: "combos",
            values: OnOff::VALUES,
            meaning: "whether there are combinations; without them a trick is one point and \
                      nothing else",
        },
        OptionInfo {
            name: "combo-value",
            values: Values::Integer(0, 9),
            meaning: "points that a combination moves from the other team to the winner's",
        },
        OptionInfo {
            name: "combo-high",
            values: Values::Integer(0, 9),
            meaning: "points that it moves instead in the ninth trick or with an undeclared Robai",
        },
        OptionInfo {
            name: "ninth-combo",
            values: Values::Words(&["high", "plain", "none"]),
            meaning: "in the ninth trick combinations move combo-high, are like any other, or are \
                      none",
        },
        OptionInfo {
            name: "hidden-robai",
            values: Values::Words(&["pair", "all", "off"]),
            meaning: "an undeclared Robai raises its own two combinations, every combination of the \
                      deal, or nothing",
        },
        OptionInfo {
            name: "turned-robai",
            values: Values::Words(&["open", "hidden"]),
            meaning: "a Robai that was turned up counts as declared, or as undeclared",
        },
        OptionInfo {
            name: "pao-robai",
            values: Values::Words(&["native", "tenka"]),
            meaning: "among Pao trumps the Pao Robai is the Robai of combinations, or is in none",
        },
        OptionInfo {
            name: "meri-combos",
            values: OnOff::VALUES,
            meaning: "whether combinations count in Meri tricks too",
        },
        OptionInfo {
            name: "declare",
            values: Values::Words(&["choice", "forced", "off"]),
            meaning: "the holder of the trump suit's Robai may declare, must, or cannot: then the \
                      dealer always takes and no Robai counts as undeclared",
        },
        OptionInfo {
            name: "meri-first",
            values: Values::Words(&["forbidden", "allowed"]),
            meaning: "whether the opening lead may be a trump although the taker holds other cards",
        },
        OptionInfo {
            name: "monchi",
            values: OnOff::VALUES,
            meaning: "whether a plain lead must be followed, by its suit or a trump, after the first \
                      Meri",
        },
        OptionInfo {
            name: "lone-sun",
            values: Values::Words(&["play", "dealt", "off"]),
            meaning: "the trump Sun may be kept back from a Meri where it was the only trump of the \
                      nine cards at the opening lead, or of the nine dealt, or never",
        },
        OptionInfo {
            name: "ninth-lead",
            values: Values::Words(&["dealer", "winner"]),
            meaning: "the ninth trick is led by the dealer's last card, for its suit only, or by that \
                      of the winner of the eighth, where a trump makes it a Meri",
        },
        OptionInfo {
            name: "face-down",
            values: OnOff::VALUES,
            meaning: "whether trumps on a plain lead are played face down, which only changes what \
                      the others see",
        },
    ];
}
