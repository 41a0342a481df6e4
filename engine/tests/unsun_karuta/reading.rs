//! What the readers of positions and events refuse, and near misses that they must take.

use crate::common::{faults, faulty, is_refused_or_means_what_it_says, played};
use crate::{legal, play, position, rules, start};
use ludarium_engine::unsun_karuta::{Action, Card, Deal, Rank, Rules, Suit, UnsunKaruta};
use ludarium_engine::{Game, Random, Turn, event, options};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::json;

/// Rule options and a position under them.
type Base = (&'static str, &'static str);

/// A deal is due; the match is over.
const DUE: Base = ("default", "3 2 C - 12:6 - - - - - - -");
const OVER: Base = ("default", "8 7 E - 40:32 - - - - - - -");
/// Seat 6 has the Robai and may declare.
const DECLARING: Base = (
    "deals=1 first-dealer=3",
    "1 3 D 6 0:0 oS - - o1gD p3p5pRi2i3i7k2o3g2/p2p8p9i5k3kRoBgUgS/i8iUiSk7o2o7g3g7gT/\
     p4p7pBpUiTiRk4g5g6/pDi1i4i6k6k8kToTgB/p1k1k9o4o6o8o9g1gR/i9k5kDkBkSo5oDoUg8/\
     p6pTpSiDiBkUoRg4g9 - -",
);
/// Seat 5 has declared and must discard.
const DISCARDING: Base = (
    "deals=1 first-dealer=2",
    "1 2 X 5 0:0 i4 5d - o8gR p2iBiRkBo3o6o7oSgU/p1pBi5k3k5oBoRg1g7/i3i6k4k8kUo2oTgTgS/\
     pTpSi1i8kSo4o9oUg6/p3p4p9i2iSkTkRg2g8/pDpUi4iDiUk1o5oDg3g5/p5p6p7i9k6k9kDg4gD/\
     p8pRi7iTk2k7o1g9gB - -",
);
/// Seat 4 leads to the first trick.
const OPENING: Base = (
    "deals=1 first-dealer=0",
    "1 0 P 4 0:0 o6 4d g3 iTiS p1p2i2i5iBkRoRg1g9/p6pTi3iRk3k9kDkTo3/i6k6kSoSg4g6gDgRgS/\
     pRi8iDk1k4k8o2oTg2/p4p8i9o5o6o7oDoBgT/p7p9k7kBkUo1o4g7g8/p5pDpBi1i4k2o9g5gB/\
     p3pUpSi7iUk5o8oUgU - -",
);
/// Seat 1 follows the Meri that the dealer leads to the third trick, having taken after eight passes.
const FOLLOWING: Base = (
    "deals=1 first-dealer=0",
    "1 0 P 1 1:1 i3 0p o2 p4oU pRpUi3i5i9g1/pDpTi4i8o6oDoR/p2i6o4o8oTg6gB/iBk4k5kRoBgTgR/\
     p1p8pBk3kDg9gS/p6p7k7k9kBo3o9/p5p9k6kUo1oSg3/i1iDiTk1k2o7g5 \
     0:kSo5kTiUg8g4i2gU,3:g7g2p3iRpSiSgDk8 0:i7",
);
/// Seat 5 has won the fourth trick and leads to the next.
const LEADING: Base = (
    "deals=1 first-dealer=2",
    "1 2 P 5 -4:8 iR 2p kR o5oB pUi1k5g4g7/p3p4pSgBgS/p7iRo7o8o9/p2pTi6k9o6/iSk1kDg2gD/\
     p5k6oUg9gT/p1o2g3g6gR/p8pBo3oDoS 2:o1oRo4iBg1i2i3k4,5:gUoTg5g8p9kBpRkU,\
     5:pDi5kTiUi7i8i4i9,0:k7k3iDkSk8iTp6k2 -",
);
/// Seat 7 plays the last card of the eighth trick.
const CLOSING: Base = (
    "deals=1 first-dealer=4",
    "1 4 P 7 4:3 pD 4p gT k7g7 p5/p7/i4/k5/k9/g3/i8/iUoU 4:o4i2g2kDo2p3g8gB,\
     1:o8k8oRg4pSgRkUpT,5:iDoDkRo5k6o9i3p9,4:pDpBg5p4pRp8pUp2,2:i6i5i7iBi1iSiRo7,\
     7:gSgUgDp6o1g6g9iT,2:k2k4k3oSo6k1kSkT 0:o3oBkBi9g1p1oT",
);
/// Seat 4 has the only action of a plain lead under Monchi.
const UNDER_MONCHI: Base = (
    "deals=1 first-dealer=3",
    "1 3 P 4 2:1 iD 3p o6 kTg4 p8pTpRkDg9gD/p6p7i9k6oSg8/p4iUiSgTgR/pDk7o4o9oU/\
     p3i2i6k1kSgB/p1k5k8k9o5gU/p2pBo2o7oDg1/pUpSoToRg2g7 3:gSk4i8g3p9o8k3iB,\
     2:p5i7kUoBo3g6o1kR,3:i1i5k2kBi3i4iRiT 2:g5iD",
);
const BASES: [Base; 9] =
    [DUE, OVER, DECLARING, DISCARDING, OPENING, FOLLOWING, LEADING, CLOSING, UNDER_MONCHI];

/// A position with changes `before -> after`, several between ` & `.
fn edited(base: &str, edits: &str) -> String {
    let mut text = base.to_string();
    for edit in edits.split(" & ") {
        let (before, after) = edit.split_once(" -> ").expect("before -> after");
        assert_eq!(text.matches(before).count(), 1, "`{before}` in `{text}`");
        text = text.replacen(before, after, 1);
    }
    text
}

/// Positions with changes, each of which is refused, and what the message says. In the order of the
/// fields; the changes break no rule that is read before.
const REFUSED: &[(Base, &[&str], &str)] = &[
    // Other than twelve fields.
    (
        DECLARING,
        &[
            "1 3 D ->  1 3 D",
            "1 3 D -> 1  3 D",
            "1 3 D -> 13 D",
            "1 3 D -> 3 D",
            "1 3 D -> 1\t3 D",
            "1 3 D -> 1\n3 D",
            "1 3 D -> 1\u{a0}3 D",
            "gD p3 -> gD  p3",
            "g4g9 - - -> g4g9 - - ",
            "g4g9 - - -> g4g9 - - -",
            "g4g9 - - -> g4g9 -",
            "p3p5pRi2i3i7k2o3g2/ -> p3p5pRi2 i3i7k2o3g2/",
        ],
        "fields",
    ),
    (DUE, &["12:6 - - -> 12:6 -", "12:6 -> 12:6 -", "12:6 -> 12: 6"], "fields"),
    // Number of the deal: from 1 to `deals`.
    (
        DUE,
        &[
            "3 2 C -> 0 2 C",
            "3 2 C -> 9 2 C",
            "3 2 C -> 64 2 C",
            "3 2 C -> 259 2 C",
            "3 2 C -> -3 2 C",
            "3 2 C -> +3 2 C",
            "3 2 C -> 03 2 C",
            "3 2 C -> 3.0 2 C",
            "3 2 C -> - 2 C",
            "3 2 C ->  2 C",
            "3 2 C -> x 2 C",
            "3 2 C -> ٣ 2 C",
            "3 2 C -> ３ 2 C",
            "3 2 C -> 99999999999999999999 2 C",
        ],
        "deal",
    ),
    (DECLARING, &["1 3 D -> 2 3 D", "1 3 D -> 0 3 D"], "deal"),
    // Dealer.
    (
        DUE,
        &[
            "3 2 C -> 3 8 C",
            "3 2 C -> 3 -2 C",
            "3 2 C -> 3 +2 C",
            "3 2 C -> 3 02 C",
            "3 2 C -> 3 - C",
            "3 2 C -> 3  C",
            "3 2 C -> 3 c C",
            "3 2 C -> 3 258 C",
            "3 2 C -> 3 ٢ C",
        ],
        "dealer",
    ),
    // Phase.
    (
        DUE,
        &[
            "2 C - -> 2 c -",
            "2 C - -> 2 CC -",
            "2 C - -> 2 - -",
            "2 C - -> 2  -",
            "2 C - -> 2 A -",
            "2 C - -> 2 0 -",
            "2 C - -> 2 С -",
            "2 C - -> 2 C/ -",
        ],
        "phase",
    ),
    // Nobody acts in C and E, a seat in the others,
    (
        DUE,
        &["C - 12 -> C 3 12", "C - 12 -> C -- 12", "C - 12 -> C  12", "C - 12 -> C 8 12"],
        "seat",
    ),
    (OVER, &["E - 40 -> E 0 40", "E - 40 -> E x 40"], "seat"),
    (
        DECLARING,
        &[
            "D 6 0 -> D - 0",
            "D 6 0 -> D 8 0",
            "D 6 0 -> D -6 0",
            "D 6 0 -> D +6 0",
            "D 6 0 -> D 06 0",
            "D 6 0 -> D 66 0",
            "D 6 0 -> D  0",
            "D 6 0 -> D a 0",
            "D 6 0 -> D ٦ 0",
        ],
        "seat",
    ),
    // the taker, the leader or who follows.
    (DISCARDING, &["X 5 -> X 4", "X 5 -> X 6", "X 5 -> X -", "X 5 -> X 2"], "seat"),
    (OPENING, &["P 4 -> P 5", "P 4 -> P 0", "P 4 -> P -"], "seat"),
    (FOLLOWING, &["P 1 -> P 2", "P 1 -> P 0", "P 1 -> P 7", "P 1 -> P -"], "seat"),
    (LEADING, &["P 5 -> P 6", "P 5 -> P 0", "P 5 -> P 2", "P 5 -> P -"], "seat"),
    (CLOSING, &["P 7 -> P 0", "P 7 -> P 6", "P 7 -> P 4"], "seat"),
    // Points.
    (
        DECLARING,
        &[
            "0:0 -> 0",
            "0:0 -> -",
            "0:0 -> :",
            "0:0 -> 0:",
            "0:0 -> :0",
            "0:0 -> 0:0:0",
            "0:0 -> 0;0",
            "0:0 -> 0/0",
            "0:0 -> +0:0",
            "0:0 -> -0:0",
            "0:0 -> 00:0",
            "0:0 -> 0:01",
            "0:0 -> 0:--1",
            "0:0 -> a:0",
            "0:0 -> 0:0.5",
            "0:0 -> ٠:0",
            "0:0 -> 99999999999:0",
            "0:0 -> 0:-99999999999",
            "0:0 -> 99999999999999999999999999:-99999999999999999999999999",
        ],
        "points",
    ),
    // The turned card.
    (
        DECLARING,
        &[
            "oS - - o1 -> - - - o1",
            "oS - - o1 ->  - - o1",
            "oS - - o1 -> o - - o1",
            "oS - - o1 -> oSo - - o1",
            "oS - - o1 -> oSoS - - o1",
            "oS - - o1 -> OS - - o1",
            "oS - - o1 -> os - - o1",
            "oS - - o1 -> xS - - o1",
            "oS - - o1 -> o0 - - o1",
            "oS - - o1 -> o10 - - o1",
            "oS - - o1 -> So - - o1",
            "oS - - o1 -> ## - - o1",
            "oS - - o1 -> é - - o1",
        ],
        "turned",
    ),
    // The taker: none in D, in X and P the declarer, or the dealer when all have passed.
    (
        DECLARING,
        &["oS - - -> oS 6d -", "oS - - -> oS 3p -", "oS - - -> oS 6 -", "oS - - -> oS d -"],
        "taker",
    ),
    (
        DISCARDING,
        &[
            "i4 5d -> i4 -",
            "i4 5d -> i4 5",
            "i4 5d -> i4 d",
            "i4 5d -> i4 d5",
            "i4 5d -> i4 5D",
            "i4 5d -> i4 5x",
            "i4 5d -> i4 5dd",
            "i4 5d -> i4 5d5",
            "i4 5d -> i4 05d",
            "i4 5d -> i4 8d",
            "i4 5d -> i4 +5d",
            "i4 5d -> i4 ",
            "i4 5d -> i4 é",
            "i4 5d -> i4 5é",
        ],
        "taker",
    ),
    (OPENING, &["o6 4d -> o6 -", "o6 4d -> o6 4"], "taker"),
    (FOLLOWING, &["i3 0p -> i3 -", "i3 0p -> i3 p"], "taker"),
    (DISCARDING, &["i4 5d -> i4 5p"], "the dealer 2 takes"),
    (OPENING, &["o6 4d -> o6 4p"], "the dealer 0 takes"),
    (FOLLOWING, &["i3 0p -> i3 1p"], "the dealer 0 takes"),
    // The discard: none in D and X.
    (DECLARING, &["oS - - o1 -> oS - p3 o1", "oS - - o1 -> oS - ?? o1"], "discard"),
    (DISCARDING, &["5d - o8 -> 5d pU o8", "5d - o8 -> 5d ?? o8", "5d - o8 -> 5d  o8"], "discard"),
    (
        OPENING,
        &[
            "4d g3 iT -> 4d - iT",
            "4d g3 iT -> 4d ?? iT",
            "4d g3 iT -> 4d g iT",
            "4d g3 iT -> 4d g3g3 iT",
            "4d g3 iT -> 4d xg3 iT",
            "4d g3 iT -> 4d g0 iT",
            "4d g3 iT -> 4d G3 iT",
            "4d g3 iT -> 4d  iT",
            "4d g3 iT -> 4d ９ iT",
        ],
        "discard",
    ),
    // The side cards: two, sorted.
    (
        DECLARING,
        &[
            "o1gD -> -",
            "o1gD -> ",
            "o1gD -> o1",
            "o1gD -> o1gDp3",
            "o1gD -> gDo1",
            "o1gD -> o1,gD",
            "o1gD -> o1/gD",
            "o1gD -> ????",
            "o1gD -> o1g",
            "o1gD -> o1gd",
            "o1gD -> o1o0",
            "o1gD -> 1ogD",
            "o1gD -> o1éé",
        ],
        "side cards",
    ),
    (OPENING, &["iTiS -> iSiT", "iTiS -> ????", "iTiS -> -"], "side cards"),
    // The hands: eight, sorted,
    (
        DECLARING,
        &[
            "g2/p2p8 -> g2p2p8",
            "g2/p2p8 -> g2//p2p8",
            "g2/p2p8 -> g2,p2p8",
            "p3p5pRi2i3i7k2o3g2/ -> ",
            "g4g9 - -> g4g9/ -",
            "g4g9 - -> g4g9/gD -",
            "p3p5 -> p5p3",
            "o3g2/ -> g2o3/",
            "oUg8/ -> g8oU/",
            "p3p5pRi2i3i7k2o3g2/ -> -/",
            "p3p5pRi2i3i7k2o3g2/ -> ?9/",
            "p3p5pR -> ??p5pR",
            "p3p5pR -> p3p5p",
            "p3p5pR -> p3p55pR",
            "p3p5pR -> p3.p5pR",
            "p3p5pR -> P3p5pR",
            "p3p5pR -> p3p5pr",
            "p3p5pR -> p3p5h5",
            "p3p5pR -> p0p5pR",
            "p3p5pR -> p3épR",
            "p3p5pR -> p3\u{1f0a1}pR",
            "p3p5pR -> p3рRpR",
            "p3p5pR -> p\u{301}p5pR",
        ],
        "hand",
    ),
    // of the right sizes: nine cards before the first trick, ten with the taker who must discard,
    (
        DECLARING,
        &[
            "p3p5pR -> p5pR & /p2p8 -> /p2p3p8",
            "g4g9 -> g9 & g5g6/ -> g4g5g6/",
            "p3p5pRi2i3i7k2o3g2/ -> /",
        ],
        "holds",
    ),
    (
        DISCARDING,
        &[
            "pDpUi4iDiUk1o5oDg3g5/ -> pUi4iDiUk1o5oDg3g5/ & p7i9 -> p7pDi9",
            "pDpUi4iDiUk1o5oDg3g5/ -> pDpUiDiUk1o5oDg3g5/ & i3i6k4 -> i3i4i6k4",
            "p2iBiR -> iBiR & p1pBi5 -> p1p2pBi5",
        ],
        "holds",
    ),
    (OPENING, &["p1p2i2 -> p2i2 & p3pUpS -> p1p3pUpS", "p4p8 -> p8 & pRi8 -> p4pRi8"], "holds"),
    // one less for every trick and for a card in the current one,
    (
        FOLLOWING,
        &["pDpTi4 -> pTi4 & p2i6 -> p2pDi6", "pRpUi3 -> pUi3 & pDpTi4 -> pDpTpRi4"],
        "holds",
    ),
    (LEADING, &["p5k6 -> k6 & p1o2 -> p1p5o2", "p8pB -> pB & /p3p4 -> /p3p4p8"], "holds"),
    (CLOSING, &["iUoU -> iU & p5/ -> p5oU/", "p5/p7 -> /p5p7"], "holds"),
    // with the turned card in the taker's, or played by it.
    (DISCARDING, &["pDpUi4iD -> pDpUi3iD & /i3i6 -> /i4i6"], "never had it"),
    (OPENING, &["o5o6o7 -> o4o5o7 & o1o4g7 -> o1o6g7"], "never had it"),
    (FOLLOWING, &["pRpUi3i5 -> pRpUi4i5 & pDpTi4 -> pDpTi3"], "never had it"),
    // Finished tricks: a leader and eight cards each,
    (
        LEADING,
        &[
            "2:o1oR -> 2o1oR",
            "2:o1oR -> 2;o1oR",
            "2:o1oR -> 2::o1oR",
            "2:o1oR -> :o1oR",
            "2:o1oR -> o1oR",
            "2:o1oR -> 8:o1oR",
            "2:o1oR -> 02:o1oR",
            "2:o1oR -> +2:o1oR",
            "2:o1oR -> -:o1oR",
            "2:o1oR -> é:o1oR",
            "2:o1oR -> 2:##oR",
            "2:o1oR -> 2:??oR",
            "2:o1oR -> 2:o0oR",
            "2:o1oR -> 2:O1oR",
            "2:o1oR -> 2:o1o",
            "2:o1oR -> 2:éoR",
            "k4,5:gU -> k4;5:gU",
            "k4,5:gU -> k4/5:gU",
            "k4,5:gU -> k4,,5:gU",
            "k4,5:gU -> k45:gU",
            "2:o1 -> ,2:o1",
            "p6k2 - -> p6k2, -",
            "p6k2 - -> p6 - & pBo3 -> pBk2o3",
            "p6k2 - -> p6k2o3 - & pBo3oD -> pBoD",
            "i3k4,5: -> i3,5:k4",
        ],
        "trick",
    ),
    // of which the taker leads to the first and the winner of each to the next.
    (LEADING, &["2:o1oR -> 3:o1oR", "2:o1oR -> 0:o1oR", "2:o1oR -> 5:o1oR"], "led by"),
    (LEADING, &[",5:gUoT -> ,4:gUoT", ",5:pDi5 -> ,6:pDi5", ",0:k7k3 -> ,5:k7k3"], "led by"),
    // Another seat would have won: by the Isu Kaba in the first trick, by the Isu Un in the third.
    (LEADING, &["iBg1i2i3k4,5:gU -> g1iBi2i3k4,5:gU", "pDi5kTiUi7 -> pDi5iUkTi7"], "led by"),
    // The second trick of these was won by the Isu Sun.
    (FOLLOWING, &[",3:g7g2 -> ,0:g7g2", ",3:g7g2 -> ,4:g7g2"], "led by"),
    // Seven at most: with the eighth the ninth is settled.
    (CLOSING, &[" 0:o3oBkBi9g1p1oT -> ,0:o3oBkBi9g1p1oToU - & iUoU -> iU & P 7 -> P 5"], "trick"),
    // The current trick: its leader, and one to seven cards.
    (
        FOLLOWING,
        &[
            "0:i7 -> 0:",
            "0:i7 -> i7",
            "0:i7 -> 0",
            "0:i7 -> 0:-",
            "0:i7 -> 0i7",
            "0:i7 -> 0:i",
            "0:i7 -> 0:##",
            "0:i7 -> 0:i7,",
            "0:i7 -> 0:i7,0:i8",
            "0:i7 -> 8:i7",
            "0:i7 -> -:i7",
            "0:i7 -> 00:i7",
            "0:i7 -> 0:é",
            "0:i7 -> é",
        ],
        "current trick",
    ),
    (
        FOLLOWING,
        &["P 1 -> P 2 & 0:i7 -> 1:i7 & pRpUi3 -> pDpRpUi3 & pDpTi4 -> pTi4", "0:i7 -> 3:i7"],
        "led by",
    ),
    (LEADING, &["k2 - -> k2 5:", "k2 - -> k2 5", "k2 - -> k2 --", "k2 - -> k2 "], "current trick"),
    (
        CLOSING,
        &["g1p1oT -> g1p1oToU & iUoU -> iU", "g1p1oT -> g1p1oTiUoU & iUoU 4: ->  4:"],
        "current trick",
    ),
    // Each card once: twice in a hand, in two hands,
    (DECLARING, &["p3p5 -> p3p3", "p3p5 -> p2p5", "g4g9 -> g4gT"], "twice"),
    // turned and in a hand, turned and a side card, in a hand and a side card, both side cards,
    (
        DECLARING,
        &["oS - - -> p3 - -", "oS - - -> o1 - -", "o1gD -> o1o3", "o1gD -> o1o1", "o1gD -> oSgD"],
        "twice",
    ),
    // discarded and in a hand, a side card or a trick,
    (OPENING, &["4d g3 iT -> 4d g2 iT", "4d g3 iT -> 4d iT iT"], "twice"),
    (LEADING, &["2p kR o5 -> 2p o1 o5", "2p kR o5 -> 2p p5 o5", "2p kR o5 -> 2p iR o5"], "twice"),
    // in two tricks, twice in one, in a trick and a hand, in the current trick and elsewhere.
    (
        LEADING,
        &["2:o1oR -> 2:gUoR", "2:o1oR -> 2:oRoR", "2:o1oR -> 2:o3oR", "2:o1oR -> 2:o5oR"],
        "twice",
    ),
    (FOLLOWING, &["0:i7 -> 0:i5", "0:i7 -> 0:kS", "0:i7 -> 0:o2", "0:i7 -> 0:oU"], "twice"),
    // A phase of other fields.
    (
        DUE,
        &["2 C - -> 2 D 3", "2 C - -> 2 X 3", "2 C - -> 2 P 3", "2 C - -> 2 D -", "2 C - -> 2 P -"],
        " is not ",
    ),
    (
        DUE,
        &[
            "6 - - - - - - - -> 6 oS - - - - - -",
            "6 - - - - - - - -> 6 - 3p - - - - -",
            "6 - - - - - - - -> 6 - - p1 - - - -",
            "6 - - - - - - - -> 6 - - - p1p2 - - -",
            "6 - - - - - - - -> 6 - - - - /////// - -",
            "6 - - - - - - - -> 6 - - - - ?0 - -",
            "6 - - - - - - - -> 6 - - - - - 3:p1 -",
            "6 - - - - - - - -> 6 - - - - - - 3:p1",
            "6 - - - - - - - -> 6 -- - - - - - -",
            "6 - - - - - - - -> 6  - - - - - -",
        ],
        "in phase C",
    ),
    (
        OVER,
        &[
            "32 - - - - - - - -> 32 oS - - - - - -",
            "32 - - - - - - - -> 32 - 3p - - - - -",
            "32 - - - - - - - -> 32 - - - p1p2 - - -",
            "32 - - - - - - - -> 32 - - - - - - 3:p1",
        ],
        "in phase E",
    ),
    (OVER, &["8 7 E - -> 8 7 P 0"], "turned card"),
    (DECLARING, &["3 D 6 -> 3 C -", "3 D 6 -> 3 E -"], "turned card"),
    (DECLARING, &["3 D 6 -> 3 X 6", "3 D 6 -> 3 P 6"], "taker"),
    (
        DECLARING,
        &["g4g9 - - -> g4g9 6:p6 -", "g4g9 - - -> g4g9 - 6:p6", "g4g9 - - -> g4g9 - 6:"],
        "in phase D",
    ),
    (
        DISCARDING,
        &["2 X 5 -> 2 C -", "2 X 5 -> 2 D 5", "2 X 5 -> 2 P 5", "2 X 5 -> 2 E -"],
        " is not ",
    ),
    (DISCARDING, &["g9gB - - -> g9gB 5:pD -", "g9gB - - -> g9gB - 5:pD"], "in phase X"),
    // A discard beside ten cards, and none beside nine.
    (DISCARDING, &["2 X 5 -> 2 P 5 & 5d - -> 5d pU", "5d - -> 5d pU & pDpUi4 -> pDi4"], "pU"),
    (
        OPENING,
        &["0 P 4 -> 0 C -", "0 P 4 -> 0 D 4", "0 P 4 -> 0 X 4", "0 P 4 -> 0 E -"],
        " is not ",
    ),
    (
        LEADING,
        &["2 P 5 -> 2 C -", "2 P 5 -> 2 D 5", "2 P 5 -> 2 X 5", "2 P 5 -> 2 E -"],
        " is not ",
    ),
    // A dealer whose turn it is not, points of other tricks, a declarer without the Robai.
    (DUE, &["3 2 C -> 3 3 C", "3 2 C -> 2 2 C & 12:6 -> 5:4"], "first-dealer"),
    (DECLARING, &["1 3 D -> 1 0 D"], "first-dealer"),
    (DUE, &["12:6 -> 12:7", "12:6 -> 12:5", "12:6 -> 0:9", "12:6 -> 13:14"], "add up to"),
    (OPENING, &["0:0 -> 1:0", "0:0 -> 4:5"], "points"),
    (LEADING, &["-4:8 -> -4:9", "-4:8 -> 3:2", "-4:8 -> -4:13"], "add up to"),
    (OVER, &["40:32 -> 40:33", "40:32 -> 40:40"], "add up to"),
    (DISCARDING, &["pDpUi4iDiU -> pDpUi1i4iU & pTpSi1i8 -> pTpSi8iD"], "declared"),
    (FOLLOWING, &["i3 0p -> i3 0d"], "declared"),
    // Over before the last deal.
    (OVER, &["8 7 E -> 7 6 E", "8 7 E -> 1 0 E"], "over"),
];

/// Near misses: positions with changes that are read. What is written well need not have been
/// legal to play.
const ACCEPTED: &[(Base, &[&str])] = &[
    // The first deal and the last, and before each of them.
    (DUE, &["3 2 C - 12:6 -> 1 0 C - 0:0", "3 2 C - 12:6 -> 8 7 C - 31:32"]),
    (("deals=1", "1 0 E - 4:5 - - - - - - -"), &["4:5 -> -12:21", "4:5 -> 21:-12"]),
    (("deals=64", "64 7 E - 288:288 - - - - - - -"), &["E - 288 -> C - 279"]),
    (
        ("deals=64 first-dealer=7", "64 6 E - 288:288 - - - - - - -"),
        &["E - 288 -> C - 279", "64 6 E - 288:288 -> 2 0 C - 4:5"],
    ),
    (OVER, &["40:32 -> 36:36", "40:32 -> -96:168", "40:32 -> 168:-96"]),
    // Any seat may be the next to declare or pass, also after the holder of the Robai.
    (
        DECLARING,
        &[
            "D 6 -> D 4",
            "D 6 -> D 5",
            "D 6 -> D 7",
            "D 6 -> D 0",
            "D 6 -> D 1",
            "D 6 -> D 2",
            "D 6 -> D 3",
        ],
    ),
    // Other points for the same tricks.
    (LEADING, &["-4:8 -> -2:6", "-4:8 -> 0:4", "-4:8 -> 4:0", "-4:8 -> -9:13", "-4:8 -> 13:-9"]),
    (
        ("deals=1 first-dealer=2 hidden-robai=all", LEADING.1),
        &["-4:8 -> -15:19", "-4:8 -> 19:-15", "-4:8 -> -12:16"],
    ),
    (
        ("deals=1 first-dealer=2 combo-value=9 combo-high=9", LEADING.1),
        &["-4:8 -> -27:31", "-4:8 -> 31:-27"],
    ),
    (
        ("deals=64 combo-value=9 combo-high=9", "64 7 E - 288:288 - - - - - - -"),
        &["288:288 -> -1728:2304", "288:288 -> 2304:-1728"],
    ),
    // A trump discarded although plain cards were there.
    (FOLLOWING, &["0p o2 -> 0p i5 & pRpUi3i5i9g1 -> pRpUi3i9o2g1"]),
    (OPENING, &["4d g3 -> 4d o5 & p4p8i9o5o6o7oDoBgT -> p4p8i9o6o7oDoBg3gT"]),
    // A trump led to the first trick.
    (
        OPENING,
        &[
            "P 4 -> P 5 & gU - - -> gU - 4:o6 & i9o5o6o7 -> i9o5o7",
            "P 4 -> P 5 & gU - - -> gU - 4:oD & o7oDoB -> o7oB",
        ],
    ),
    // A Meri that is not followed, with trumps in hand.
    (FOLLOWING, &["P 1 -> P 2 & 0:i7 -> 0:i7o6 & i8o6oD -> i8oD"]),
    // A plain lead under Monchi that is not followed, with cards of the suit in hand.
    (UNDER_MONCHI, &["P 4 -> P 5 & 2:g5iD -> 2:g5iDk1 & i6k1kS -> i6kS"]),
    // Cards in other hands.
    (DECLARING, &["p3p5pR -> p2p5pR & /p2p8 -> /p3p8", "oS - - o1gD -> o1 - - oSgD"]),
    (DISCARDING, &["pDpUi4 -> pDpTi4 & /pTpSi1 -> /pUpSi1"]),
    (CLOSING, &["p5/p7/ -> p7/p5/"]),
    // Tricks in another order of cards and with the same winner.
    (LEADING, &["5:gUoTg5g8 -> 5:gUg5oTg8", "0:k7k3iDkSk8 -> 0:k7kSiDk3k8"]),
];

#[test]
fn the_bases_are_read() {
    for (options, text) in BASES {
        assert_eq!(position(rules(options), text).to_string(), text);
    }
}

fn check_refused(rules: Rules, text: &str, reason: &str) {
    match UnsunKaruta::parse(rules, 8, text) {
        Ok(game) => panic!("`{text}` was read as {game:?}"),
        Err(error) => {
            let message = error.to_string();
            assert!(message.contains(reason), "`{text}`: {message}");
        }
    }
}

#[test]
fn refused_positions() {
    for &((options, base), edits, reason) in REFUSED {
        for edit in edits {
            check_refused(rules(options), &edited(base, edit), reason);
        }
    }
}

#[test]
fn accepted_positions() {
    let mut random = Random::new(1);
    for &((options, base), edits) in ACCEPTED {
        for edit in edits {
            let text = edited(base, edit);
            let game = position(rules(options), &text);
            assert_eq!(game.to_string(), text);
            assert_eq!(played(game, u32::MAX, &mut random).turn(), Turn::Over, "{text}");
        }
    }
}

#[test]
fn nothing_and_far_too_much_is_refused() {
    let long = |part: &str| part.repeat(100_000);
    for text in ["", " ", "-", "1", "1 0 C", "*", "pass", "1 0 C - 0:0 - - - - - -", "\u{feff}"] {
        check_refused(Rules::default(), text, "");
    }
    for text in [long(" "), long("p1"), long("- "), long("/"), long("é"), long("1")] {
        check_refused(Rules::default(), &text, "");
        for (options, base) in BASES {
            check_refused(rules(options), &format!("{base}{text}"), "");
            check_refused(rules(options), &format!("{text}{base}"), "");
            // In place of each field.
            for field in 0..12 {
                let mut fields: Vec<&str> = base.split(' ').collect();
                fields[field] = &text;
                check_refused(rules(options), &fields.join(" "), "");
            }
        }
    }
}

/// Every text that is cut short or has one character more, one less, or another one.
#[test]
fn every_slip_of_one_character_is_refused_or_meant() {
    for (options, base) in BASES {
        let rules = rules(options);
        assert!(base.is_ascii());
        let meant = |text: String| {
            if let Ok(game) = UnsunKaruta::parse(rules, 8, &text) {
                assert_eq!(game.to_string(), text);
            }
        };
        for place in 0..base.len() {
            check_refused(rules, &base[..place], "");
            check_refused(rules, &base[place + 1..], "");
            let (before, after) = base.split_at(place);
            meant(format!("{before}{}", &after[1..]));
            for character in CHARACTERS {
                meant(format!("{before}{character}{after}"));
                meant(format!("{before}{character}{}", &after[1..]));
            }
        }
    }
}

/// What a seat sees is no position, unless it sees all.
#[test]
fn views_are_refused() {
    for (options, base) in [DECLARING, DISCARDING, OPENING, FOLLOWING, LEADING, CLOSING] {
        for seat in 0..8 {
            let mut view = position(rules(options), base);
            view.hide_from(ludarium_engine::Seat(seat));
            check_refused(rules(options), &view.to_string(), "");
        }
    }
}

#[test]
fn the_number_of_players_must_be_eight() {
    for players in [0, 1, 2, 4, 7, 9, 255] {
        assert!(UnsunKaruta::new(Rules::default(), players).is_err(), "{players}");
        for (options, text) in BASES {
            assert!(UnsunKaruta::parse(rules(options), players, text).is_err(), "{players}");
        }
    }
    assert_eq!(UnsunKaruta::PLAYERS, 8..=8);
}

/// A seat that is not there is nowhere to be dealt to, a deal that is not played is no last one.
#[test]
fn a_position_under_impossible_rules_is_refused() {
    for wrong in [
        Rules { deals: 0, ..Rules::default() },
        Rules { deals: 65, ..Rules::default() },
        Rules { first_dealer: 8, ..Rules::default() },
        Rules { combo_value: 10, ..Rules::default() },
        Rules { combo_high: 10, ..Rules::default() },
    ] {
        assert!(UnsunKaruta::new(wrong, 8).is_err(), "{wrong:?}");
        for text in ["1 0 C - 0:0 - - - - - - -", "8 7 E - 36:36 - - - - - - -"] {
            assert!(UnsunKaruta::parse(wrong, 8, text).is_err(), "{wrong:?}");
        }
    }
}

#[test]
fn options_are_read_by_their_names() {
    let default = "deals=8,first-dealer=0,combos=on,combo-value=2,combo-high=5,ninth-combo=high,\
                   hidden-robai=pair,turned-robai=open,pao-robai=native,meri-combos=off,\
                   declare=choice,meri-first=forbidden,monchi=on,lone-sun=play,ninth-lead=dealer,\
                   face-down=on";
    assert_eq!(options::to_text(&options::to_map(&Rules::default())), default);
    let other = "deals=64,first-dealer=7,combos=off,combo-value=0,combo-high=9,ninth-combo=none,\
                 hidden-robai=all,turned-robai=hidden,pao-robai=tenka,meri-combos=on,\
                 declare=off,meri-first=allowed,monchi=off,lone-sun=dealt,ninth-lead=winner,\
                 face-down=off";
    let read = rules(&other.replace(',', " "));
    assert_eq!(options::to_text(&options::to_map(&read)), other);
    assert_eq!(
        rules("ninth-combo=plain hidden-robai=off declare=forced lone-sun=off deals=1").deals,
        1
    );
    // Numbers, and strings of digits.
    let map = json!({"deals": 3, "first-dealer": "4", "combo-value": 0, "combo-high": "1"});
    let read: Rules = options::from_map(map.as_object().expect("a map")).expect("options");
    let numbers = (read.deals, read.first_dealer, read.combo_value, read.combo_high);
    assert_eq!(numbers, (3, 4, 0, 1));
    for wrong in [
        "deals=0",
        "deals=65",
        "deals=08",
        "deals=all",
        "first-dealer=8",
        "first-dealer=-1",
        "combos=yes",
        "combo-value=10",
        "combo-value=-2",
        "combo-high=10",
        "ninth-combo=low",
        "ninth-combo=High",
        "hidden-robai=on",
        "turned-robai=all",
        "pao-robai=robai",
        "meri-combos=true",
        "declare=always",
        "meri-first=on",
        "monchi=",
        "lone-sun=on",
        "ninth-lead=taker",
        "face-down=up",
        "deal=8",
        "combo_value=2",
        "",
    ] {
        assert!(options::from_pairs::<Rules>([wrong]).is_err(), "{wrong}");
    }
}

/// The suits and the ranks in the order of the card numbers, with their characters.
const SUITS: [(Suit, char); 5] =
    [(Suit::Pao, 'p'), (Suit::Isu, 'i'), (Suit::Koppu, 'k'), (Suit::Oru, 'o'), (Suit::Guru, 'g')];
const RANKS: [(Rank, char); 15] = [
    (Rank::One, '1'),
    (Rank::Two, '2'),
    (Rank::Three, '3'),
    (Rank::Four, '4'),
    (Rank::Five, '5'),
    (Rank::Six, '6'),
    (Rank::Seven, '7'),
    (Rank::Eight, '8'),
    (Rank::Nine, '9'),
    (Rank::Robai, 'D'),
    (Rank::Sota, 'T'),
    (Rank::Kaba, 'B'),
    (Rank::Rei, 'R'),
    (Rank::Un, 'U'),
    (Rank::Sun, 'S'),
];

/// The texts of all cards, by their numbers.
fn card_texts() -> Vec<String> {
    SUITS.iter().flat_map(|(_, suit)| RANKS.map(|(_, rank)| format!("{suit}{rank}"))).collect()
}

#[test]
fn every_card_has_its_number_and_its_text() {
    let texts = card_texts();
    let cards: Vec<Card> = Card::all().collect();
    assert_eq!((texts.len(), cards.len()), (75, 75));
    for (number, (card, text)) in (0..).zip(cards.iter().zip(&texts)) {
        let (suit, rank) = (SUITS[number / 15], RANKS[number % 15]);
        assert_eq!((card.suit(), card.rank()), (suit.0, rank.0));
        assert_eq!(Card::new(suit.0, rank.0), *card);
        assert_eq!((usize::from(card.number()), card.to_string()), (number, text.clone()));
        assert_eq!(text.parse::<Card>().as_ref(), Ok(card));
    }
}

#[test]
fn action_texts() {
    let mut texts = vec!["declare".to_string(), "pass".to_string()];
    for card in card_texts() {
        texts.extend([format!("x{card}"), card]);
    }
    let mut actions: Vec<Action> = Vec::new();
    for text in &texts {
        let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(action.to_string(), *text);
        actions.push(action);
    }
    assert_eq!("xk5".parse(), Ok(Action::Discard(Card::new(Suit::Koppu, Rank::Five))));
    assert_eq!("pD".parse(), Ok(Action::Play(Card::new(Suit::Pao, Rank::Robai))));
    assert_eq!(("declare".parse(), "pass".parse()), (Ok(Action::Declare), Ok(Action::Pass)));
    // No two texts are the same action.
    actions.sort_unstable();
    actions.dedup();
    assert_eq!((actions.len(), size_of::<Action>() <= 8), (152, true));
}

#[test]
fn refused_action_texts() {
    for text in [
        "",
        " ",
        "-",
        "x",
        "xx",
        "xx5",
        "xxk5",
        "k",
        "5",
        "5k",
        "k0",
        "k10",
        "k55",
        "kk5",
        "kk",
        "K5",
        "Xk5",
        "xK5",
        "kd",
        "ks",
        "kC",
        "kK",
        "kX",
        "h5",
        "s5",
        "x5",
        "xk",
        "xk55",
        "xk5k6",
        "k5k6",
        "x k5",
        "x-k5",
        "k 5",
        " k5",
        "k5 ",
        "k5\n",
        "\tk5",
        "-k5",
        "+k5",
        "k5,",
        "k5/",
        "k-5",
        "k+5",
        "?",
        "??",
        "##",
        "x##",
        "declare ",
        " declare",
        "Declare",
        "DECLARE",
        "declared",
        "declar",
        "declare\n",
        "d",
        "p",
        "Pass",
        "PASS",
        "pass ",
        " pass",
        "passs",
        "pas",
        "pass\0",
        "passpass",
        "xpass",
        "xdeclare",
        "declare k5",
        "null",
        "k٥",
        "k５",
        "к5",
        "kЅ",
        "é",
        "ké",
        "xé",
        "éé",
        "k5é",
        "\u{1f0a1}",
        "x\u{1f0a1}",
        "k5\u{301}",
        "t",
        "r",
        "0",
        "7",
    ] {
        let message = text.parse::<Action>().unwrap_err().to_string();
        assert!(message.contains(" is not "), "`{text}`: {message}");
        assert!(text.parse::<Card>().is_err(), "{text}");
        for (options, base) in BASES {
            let mut game = position(rules(options), base);
            let before = game;
            assert_eq!(event::apply_text(&mut game, text).unwrap_err().to_string(), message);
            assert_eq!(game, before);
        }
    }
    for text in ["xk5", "declare", "pass", "*"] {
        assert!(text.parse::<Card>().is_err(), "{text}");
    }
}

/// The deal of the first worked example.
const DEAL: &str = "*107754421177644311076543210065532200755422107654321t7664331r0665332r0765432";

/// A deal with the characters at two places exchanged.
fn exchanged(one: usize, other: usize) -> String {
    let mut owners: Vec<char> = DEAL.chars().collect();
    owners.swap(1 + one, 1 + other);
    owners.into_iter().collect()
}

#[test]
fn refused_deals() {
    let with = |edit: &str| edited(DEAL, edit);
    let mut texts: Vec<String> =
        ["", "*", "**", "* ", "*pass", "*k5", "*t", "*0", "*é", "*rrt", "*01234567", "*??"]
            .map(str::to_string)
            .to_vec();
    texts.extend([
        // Too short, too long, and the mark missing, doubled or another.
        DEAL[..75].to_string(),
        format!("{DEAL}2"),
        format!("{DEAL} "),
        format!("{DEAL}\n"),
        format!(" {DEAL}"),
        format!("*{DEAL}"),
        format!("*{}", DEAL.repeat(2)),
        format!("* {}", &DEAL[1..]),
        // Ten cards for one seat and eight for another, a seat that is not there.
        with("*107 -> *007"),
        with("r0765432 -> r0765433"),
        with("*107 -> *807"),
        with("*107 -> *907"),
        with("*107 -> *-07"),
        with("*107 -> * 07"),
        // No turned card, two, another sign; one side card, three, none.
        with("21t76 -> 21276"),
        with("21t76 -> 21r76"),
        with("21t76 -> 21T76"),
        with("21t76 -> 21x76"),
        with("31r06 -> 31006"),
        with("31r06 -> 31t06"),
        with("31r06 -> 31R06"),
        with("*107 -> *r07"),
        with("*107 -> *t07"),
        with("31r06 -> 31t06 & 21t -> 21r & 32r07 -> 32t07"),
        // Characters of more than one byte, in 75 characters and in 75 bytes.
        with("*107 -> *١07"),
        with("*107 -> *é7"),
        with("*107 -> *é07"),
        with("r0765432 -> r076543é"),
        with("r0765432 -> r07654é"),
        with("*107 -> *１07"),
        "*é".repeat(38),
        format!("*{}", "0".repeat(75)),
        format!("*{}", "0".repeat(100_000)),
        format!("*{}", "t".repeat(75)),
        format!("*{}", "\0".repeat(75)),
    ]);
    for text in &texts {
        let error = text.parse::<Deal>().unwrap_err().to_string();
        if text.starts_with('*') {
            assert!(error.contains(" is not "), "`{text}`: {error}");
            let mut game = position(rules(DUE.0), DUE.1);
            assert_eq!(event::apply_text(&mut game, text).unwrap_err().to_string(), error);
            assert_eq!(game.to_string(), DUE.1);
        }
    }
    assert!(DEAL[1..].parse::<Deal>().is_err());
}

#[test]
fn accepted_deals() {
    for (one, other) in [(0, 0), (0, 1), (0, 74), (51, 59), (51, 0), (59, 67), (74, 59)] {
        let text = exchanged(one, other);
        let deal: Deal = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(deal.to_string(), text);
        let game = position(rules(DUE.0), DUE.1);
        assert!(game.is_possible(&deal));
        let mut dealt = game;
        play(&mut dealt, &text);
        let turned = text[1..].find('t').expect("a turned card");
        let turned = Card::all().nth(turned).expect("a card");
        let start = format!("3 2 D 3 12:6 {turned} - - ");
        assert!(dealt.to_string().starts_with(&start), "{dealt}");
        assert_eq!(position(rules(DUE.0), &dealt.to_string()), dealt);
    }
    // The two side cards are no first and second; all other exchanges of unequals are another deal.
    assert_eq!(exchanged(59, 67).parse::<Deal>(), DEAL.parse());
    assert_ne!(exchanged(51, 59).parse::<Deal>(), DEAL.parse());
    assert_ne!(exchanged(0, 1).parse::<Deal>(), DEAL.parse());
}

/// A position, events of the right form that are not possible there, and what the message says.
const IMPOSSIBLE: &[(Base, &[&str], &str)] = &[
    (DUE, &["pass", "declare", "xk5", "k5"], "a chance event comes next"),
    (DECLARING, &[DEAL, "xk5", "k5", "oS", "xoS"], "seat 6 may play declare pass"),
    (DISCARDING, &[DEAL, "pass", "declare", "pU", "g3"], "seat 5 may play xg3 xg5 xk1 xo5 xoD xpU"),
    // Trumps, and cards of others.
    (
        DISCARDING,
        &["xi4", "xiD", "xiU", "xpD", "xiS", "xp3", "xo8", "xgR"],
        "seat 5 may play xg3 xg5 xk1 xo5 xoD xpU",
    ),
    (OPENING, &[DEAL, "pass", "declare", "xp4", "xi9"], "seat 4 may play gT i9 p4 p8"),
    (OPENING, &["o5", "o6", "oD", "oB", "p1", "g3", "iT", "pD"], "seat 4 may play gT i9 p4 p8"),
    (
        FOLLOWING,
        &[DEAL, "pass", "xi4", "pT", "o6", "oR", "i7", "i5", "iD"],
        "seat 1 may play i4 i8 pD",
    ),
    (CLOSING, &["iU", "o4", "xoU", "p5"], "seat 7 may play oU"),
    (UNDER_MONCHI, &["p3", "k1", "kS", "g5", "gU"], "seat 4 may play gB i2 i6"),
    (OVER, &[DEAL, "pass", "declare", "xk5", "k5"], "the game is over"),
];

#[test]
fn impossible_events_are_refused_and_leave_the_position_alone() {
    for &((options, base), texts, reason) in IMPOSSIBLE {
        let game = position(rules(options), base);
        for text in texts {
            let mut tried = game;
            let message = event::apply_text(&mut tried, text).unwrap_err().to_string();
            assert!(message.contains(reason), "`{text}` in {base}: {message}");
            assert_eq!((tried.to_string().as_str(), tried), (base, game), "after {text}");
        }
    }
    // Only the holder of the Robai may declare.
    for seat in [0, 1, 2, 3, 4, 5, 7] {
        let text = edited(DECLARING.1, &format!("D 6 -> D {seat}"));
        let mut game = position(rules(DECLARING.0), &text);
        assert_eq!(legal(&game), ["pass"]);
        assert!(event::apply_text(&mut game, "declare").is_err());
        assert_eq!(game.to_string(), text);
    }
}

/// All options with values to draw from.
const OPTIONS: &[(&str, &[&str])] = &[
    ("deals", &["1", "1", "2", "3", "64"]),
    ("first-dealer", &["0", "3", "7"]),
    ("combos", &["on", "on", "off"]),
    ("combo-value", &["2", "0", "9"]),
    ("combo-high", &["5", "0", "9"]),
    ("ninth-combo", &["high", "plain", "none"]),
    ("hidden-robai", &["pair", "all", "off"]),
    ("turned-robai", &["open", "hidden"]),
    ("pao-robai", &["native", "tenka"]),
    ("meri-combos", &["off", "on"]),
    ("declare", &["choice", "forced", "off"]),
    ("meri-first", &["forbidden", "allowed"]),
    ("monchi", &["on", "off"]),
    ("lone-sun", &["play", "dealt", "off"]),
    ("ninth-lead", &["dealer", "winner"]),
    ("face-down", &["on", "off"]),
];

/// The start of a match under any rule options.
fn any_start() -> impl Strategy<Value = UnsunKaruta> {
    prop::collection::vec(any::<Index>(), OPTIONS.len()).prop_map(|indices| {
        let pairs = OPTIONS.iter().zip(&indices);
        let pairs = pairs.map(|((name, values), index)| format!("{name}={}", index.get(values)));
        start(rules(&pairs.collect::<Vec<_>>().join(" ")))
    })
}

/// A text in which something was exchanged, moved or replaced, often in the form of a position.
fn with_fault(text: &str, fault: u8, one: &Index, other: &Index) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_string).collect();
    let places = |digits: bool| -> Vec<usize> {
        let bytes = text.as_bytes();
        let card = |&place: &usize| {
            b"pikog".contains(&bytes[place])
                && bytes.get(place + 1).is_some_and(|rank| b"123456789DTBRUS".contains(rank))
        };
        let digit = |&place: &usize| bytes[place].is_ascii_digit();
        match digits {
            true => (0..text.len()).filter(digit).collect(),
            false => (0..text.len()).filter(card).collect(),
        }
    };
    let (cards, digits) = (places(false), places(true));
    let mut changed = text.to_string();
    match fault {
        // Two cards are exchanged, or one becomes another,
        0 | 1 if !cards.is_empty() => {
            let (a, b) = (*one.get(&cards), *other.get(&cards));
            let first = text[a..a + 2].to_string();
            changed.replace_range(a..a + 2, &text[b..b + 2]);
            if fault == 0 {
                changed.replace_range(b..b + 2, &first);
            }
        }
        // a card moves,
        2 if !cards.is_empty() => {
            let (a, b) = (*one.get(&cards), *other.get(&cards));
            let card = text[a..a + 2].to_string();
            changed.replace_range(a..a + 2, "");
            changed.insert_str(if b > a { b - 2 } else { b }, &card);
        }
        // two hands are exchanged,
        3 => {
            let mut hands: Vec<&str> = fields[9].split('/').collect();
            let (a, b) = (one.index(hands.len()), other.index(hands.len()));
            hands.swap(a, b);
            fields[9] = hands.join("/");
            changed = fields.join(" ");
        }
        // two fields are,
        4 => {
            let (a, b) = (one.index(fields.len()), other.index(fields.len()));
            fields.swap(a, b);
            changed = fields.join(" ");
        }
        // a field is empty, or the phase another one,
        5 => {
            fields[one.index(12)] = "-".to_string();
            changed = fields.join(" ");
        }
        6 => {
            fields[2] = other.get(&["C", "D", "X", "P", "E"]).to_string();
            changed = fields.join(" ");
        }
        // a number is another one.
        _ => {
            let place = *one.get(&digits);
            changed.replace_range(place..=place, &other.index(10).to_string());
        }
    }
    changed
}

/// What any character of a text may be replaced by.
const CHARACTERS: &[char] =
    &['0', '1', '7', '9', '-', ':', ',', '/', ' ', '?', '#', 'p', 'g', 'D', 'P', 'x', '\u{e9}'];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_is_printed_is_read_back(start in any_start(), events in 0..600_u32, seed: u64) {
        let game = played(start, events, &mut Random::new(seed));
        let text = game.to_string();
        prop_assert!(text.is_ascii() && text.len() <= 209, "{} characters: {}", text.len(), text);
        let read = UnsunKaruta::parse(*game.rules(), 8, &text);
        prop_assert_eq!(read.as_ref(), Ok(&game));
        prop_assert_eq!(read.map(|read| (read.to_string(), legal_or_none(&read))),
            Ok((text, legal_or_none(&game))));
    }

    /// A text with faults is refused, or the position is as it is written and a game can go on.
    #[test]
    fn a_text_with_faults_is_refused_or_means_what_it_says(
        start in any_start(),
        events in 0..150_u32,
        faults in faults(),
        character in prop::option::weighted(0.2, any::<(Index, Index)>()),
        seed: u64,
    ) {
        let mut random = Random::new(seed);
        let game = played(start, events, &mut random);
        let character = character.map(|(place, character)| (place, *character.get(CHARACTERS)));
        let text = faulty(game.to_string(), &faults, with_fault, character);
        is_refused_or_means_what_it_says::<UnsunKaruta>(*game.rules(), 8, &text, &mut random);
    }

    #[test]
    fn deals_are_read_back(seed: u64) {
        let game = start(Rules::default());
        let deal = game.sample_chance(&mut Random::new(seed));
        prop_assert!(game.is_possible(&deal));
        prop_assert_eq!(deal.to_string().parse::<Deal>(), Ok(deal));
    }

    #[test]
    fn any_text_is_refused_or_means_what_it_says(text in "(\\PC|[pikog1-9DTBRUSx*tr0 :,/-]){0,40}") {
        if let Ok(game) = UnsunKaruta::parse(Rules::default(), 8, &text) {
            prop_assert_eq!(game.to_string(), text.clone());
        }
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text.clone());
        }
        if let Ok(card) = text.parse::<Card>() {
            prop_assert_eq!(card.to_string(), text.clone());
        }
        if let Ok(deal) = text.parse::<Deal>() {
            prop_assert_eq!(deal.to_string(), text);
        }
    }
}

fn legal_or_none(game: &UnsunKaruta) -> Option<Vec<String>> {
    event::legal_texts(game)
}
