//! What the readers of positions and events refuse, and near misses that they must take.

use crate::common::{faults, faulty, is_refused_or_means_what_it_says};
use crate::{any_start, legal, play, played, position, read, rules, start};
use ludarium_engine::carcassonne::tiles::{Edge, KINDS, Kind};
use ludarium_engine::carcassonne::{Action, Carcassonne, Draw, Rules};
use ludarium_engine::{Game, Random, Turn, event, options};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::json;
use std::collections::BTreeSet;

/// Rule options, positions that are refused under them, and what the message says. In the order of
/// the rules text; none breaks another rule that is read before. Most are [`completed`].
const REFUSED: &[(&str, &[&str], &str)] = &[
    // Not in the form: other than seven fields,
    (
        "default",
        &[
            "",
            "0,0,D,0",
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941",
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 000000000000000000000000 ",
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 000000000000000000000000 -",
            " 0,0,D,0 0 - 0,0 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0  0 - 0,0 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0\t-\t0,0 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0, 0 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0|0|-|0,0|7,7|241352132333232313218941|000000000000000000000000",
        ],
        "seven fields",
    ),
    // scores of other than two to five players,
    (
        "default",
        &[
            "0,0,D,0 0 - 0 7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 -  7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0,0,0,0,0 7,7,7,7,7,7 241352132333232313218941 000000000000000000000000",
        ],
        "is not two to five numbers",
    ),
    // as many supplies,
    (
        "default",
        &[
            "0,0,D,0 0 - 0,0 7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0,0 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7, 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0  241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7/7 241352132333232313218941 000000000000000000000000",
        ],
        "supply",
    ),
    // scores and supplies in another form,
    (
        "default",
        &[
            "0,0,D,0 0 - 0,-1 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,-0 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,+1 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,01 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,00 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,1.0 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,x 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0, 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,٣ 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,99999999999 7,7 241352132333232313218941 000000000000000000000000",
        ],
        "score of seat 1: `",
    ),
    (
        "default",
        &[
            "0,0,D,0 0 - 0,0 7,-7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,+7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,07 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7.0 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,seven 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7, 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,٧ 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,99999999999 241352132333232313218941 000000000000000000000000",
        ],
        "supply",
    ),
    // tiles in another form,
    (
        "default",
        &[
            "0,0,D,0/ 0 - 0,0",
            "/0,0,D,0 0 - 0,0",
            "0,0,D,0//1,0,U,1 0 - 0,0",
            " 0 - 0,0",
            "- 0 - 0,0",
            "0,0,D,0/1,0,U 0 - 0,0",
            "0,0,D,0/1,0,U,1,r0 0 - 0,0",
            "0,0,D,0/1,0,U,1, 0 - 0,0",
            "0,0,D,0/1,0,U,1,r0,0, 0 - 0,0",
            "0,0,D,0/1,0,U,1,r0,0,r0,0 0 - 0,0",
            "0,0,D,0;1,0,U,1 0 - 0,0",
        ],
        "is not a tile x,y,KIND,ROTATION",
    ),
    // coordinates in another form,
    (
        "default",
        &[
            "0,0,D,0/01,0,U,1 0 - 0,0",
            "0,0,D,0/+1,0,U,1 0 - 0,0",
            "0,0,D,0/1.0,0,U,1 0 - 0,0",
            "0,0,D,0/x,0,U,1 0 - 0,0",
            "0,0,D,0/,0,U,1 0 - 0,0",
            "0,0,D,0/1,,U,1 0 - 0,0",
            "0,0,D,0/1,00,U,1 0 - 0,0",
            "0,0,D,0/1,+0,U,1 0 - 0,0",
            "0,0,D,0/1,-0,U,1 0 - 0,0",
            "0,0,D,0/-0,0,U,1 0 - 0,0",
            "0,0,D,0/١,0,U,1 0 - 0,0",
            "0,0,D,0/99999999999999999999,0,U,1 0 - 0,0",
        ],
        "is not a decimal number from -71 to 71",
    ),
    // or beyond any board,
    (
        "default",
        &[
            "0,0,D,0/72,0,U,1 0 - 0,0",
            "-72,0,U,1/0,0,D,0 0 - 0,0",
            "0,0,D,0/0,72,U,0 0 - 0,0",
            "0,-72,U,0/0,0,D,0 0 - 0,0",
            "0,0,D,0/128,0,U,1 0 - 0,0",
            "-129,0,U,1/0,0,D,0 0 - 0,0",
            "0,0,D,0/143,0,U,1 0 - 0,0",
            "0,0,D,0/256,0,U,1 0 - 0,0",
            "0,0,D,0/257,0,U,1 0 - 0,0",
            "0,0,D,0/65537,0,U,1 0 - 0,0",
        ],
        "is not a decimal number from -71 to 71",
    ),
    // unsorted by numbers, not by text,
    (
        "default",
        &[
            "1,0,U,1/0,0,D,0 0 - 0,0",
            "0,0,D,0/-1,0,U,1 0 - 0,0",
            "-1,0,U,1/-2,0,U,1/0,0,D,0 0 - 0,0",
            "0,0,D,0/0,-1,B,0 0 - 0,0",
            "0,-1,B,0/0,-2,B,0/0,0,D,0 0 - 0,0",
            "0,0,D,0/1,0,U,1/0,-1,B,0 0 - 0,0",
        ],
        "tiles are sorted by x, then y",
    ),
    // two on one cell,
    (
        "default",
        &[
            "0,0,D,0/1,0,U,1/1,0,U,1 0 - 0,0",
            "0,0,D,0/0,0,D,0 0 - 0,0",
            "0,0,D,0/1,0,U,1/1,0,D,0 0 - 0,0",
            "0,-1,B,0,m,0/0,-1,B,0/0,0,D,0 0 - 0,0",
        ],
        "one a cell",
    ),
    // a kind that does not exist,
    (
        "default",
        &[
            "0,0,D,0/1,0,Y,1 0 - 0,0",
            "0,0,D,0/1,0,Z,1 0 - 0,0",
            "0,0,D,0/1,0,a,1 0 - 0,0",
            "0,0,D,0/1,0,u,1 0 - 0,0",
            "0,0,D,0/1,0,,1 0 - 0,0",
            "0,0,D,0/1,0,UU,1 0 - 0,0",
            "0,0,D,0/1,0,UV,1 0 - 0,0",
            "0,0,D,0/1,0,1,1 0 - 0,0",
            "0,0,D,0/1,0,*U,1 0 - 0,0",
            "0,0,D,0/1,0,@,1 0 - 0,0",
            "0,0,D,0/1,0,[,1 0 - 0,0",
            "0,0,D,0/1,0,É,1 0 - 0,0",
        ],
        "kind of tile 1,0,",
    ),
    // a rotation that does not exist or is not in the table,
    (
        "default",
        &[
            "0,0,D,0/1,0,A,4 0 - 0,0",
            "0,0,D,0/1,0,A,5 0 - 0,0",
            "0,0,D,0/1,0,A,9 0 - 0,0",
            "0,0,D,0/1,0,A,-1 0 - 0,0",
            "0,0,D,0/1,0,A,-0 0 - 0,0",
            "0,0,D,0/1,0,A,+1 0 - 0,0",
            "0,0,D,0/1,0,A,01 0 - 0,0",
            "0,0,D,0/1,0,A, 0 - 0,0",
            "0,0,D,0/1,0,A,r 0 - 0,0",
            "0,0,D,0/1,0,A,1.0 0 - 0,0",
            "0,0,D,0/1,0,A,257 0 - 0,0",
        ],
        "rotation of tile 1,0,A",
    ),
    (
        "default",
        &[
            "0,-1,B,1/0,0,D,0 0 - 0,0",
            "0,-1,B,2/0,0,D,0 0 - 0,0",
            "0,-1,B,3/0,0,D,0 0 - 0,0",
            "0,-1,C,1/0,0,D,0 0 - 0,0",
            "0,-1,F,2/0,0,D,0 0 - 0,0",
            "0,-1,F,3/0,0,D,0 0 - 0,0",
            "0,-1,G,2/0,0,D,0 0 - 0,0",
            "0,-1,G,3/0,0,D,0 0 - 0,0",
            "0,-1,H,2/0,0,D,0 0 - 0,0",
            "0,-1,H,3/0,0,D,0 0 - 0,0",
            "0,-1,U,2/0,0,D,0 0 - 0,0",
            "0,-1,U,3/0,0,D,0 0 - 0,0",
            "0,-1,X,1/0,0,D,0 0 - 0,0",
            "0,-1,X,3/0,0,D,0 0 - 0,0",
        ],
        "rotation of tile 0,-1,",
    ),
    // a segment that the kind does not have,
    (
        "default",
        &[
            "0,0,D,0/1,0,U,1,c0,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,r1,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,m,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,f2,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,f4,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,r4,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,R0,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,r,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,r+0,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,0,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,-,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,F0,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,r00,0 0 - 0,0",
            "0,0,D,0/1,0,U,1,r٠,0 0 - 0,0",
        ],
        "segment of tile 1,0,U",
    ),
    (
        "default",
        &[
            "0,0,D,0/0,1,E,2,c1,0 0 - 0,0",
            "0,0,D,0/0,1,E,2,f1,0 0 - 0,0",
            "0,0,D,0/0,1,E,2,r0,0 0 - 0,0",
            "0,0,D,0/0,1,C,0,f0,0 0 - 0,0",
            "0,0,D,0/1,0,L,3,r3,0 0 - 0,0",
            "0,0,D,0/1,0,X,0,m,0 0 - 0,0",
            "0,0,D,0/1,0,X,0,f4,0 0 - 0,0",
            "0,0,D,0/1,0,A,1,m0,0 0 - 0,0",
            "0,0,D,0/1,0,A,1,f1,0 0 - 0,0",
        ],
        "is not a segment of this kind",
    ),
    // the meeple of a seat that does not exist,
    (
        "default",
        &[
            "0,0,D,0/1,0,U,1,r0,2 0 - 0,0",
            "0,0,D,0/1,0,U,1,r0,9 0 - 0,0",
            "0,0,D,0/1,0,U,1,r0,-1 0 - 0,0",
            "0,0,D,0/1,0,U,1,r0,+0 0 - 0,0",
            "0,0,D,0/1,0,U,1,r0,00 0 - 0,0",
            "0,0,D,0/1,0,U,1,r0, 0 - 0,0",
            "0,0,D,0/1,0,U,1,r0,a 0 - 0,0",
            "0,0,D,0/1,0,U,1,r0,- 0 - 0,0",
            "0,0,D,0/1,0,U,1,r0,256 0 - 0,0",
        ],
        "seat of tile 1,0,U,1",
    ),
    ("default", &["0,0,D,0/1,0,U,1,r0,5 0 - 0,0,0,0,0"], "seat of tile 1,0,U,1"),
    // the turn of a seat that does not exist,
    (
        "default",
        &[
            "0,0,D,0 2 - 0,0",
            "0,0,D,0 9 - 0,0",
            "0,0,D,0 -1 - 0,0",
            "0,0,D,0 +0 - 0,0",
            "0,0,D,0 00 - 0,0",
            "0,0,D,0 01 - 0,0",
            "0,0,D,0  - 0,0",
            "0,0,D,0 a - 0,0",
            "0,0,D,0 -- - 0,0",
            "0,0,D,0 0,1 - 0,0",
            "0,0,D,0 * - 0,0",
            "0,0,D,0 ٠ - 0,0",
            "0,0,D,0 256 - 0,0",
        ],
        "seat: `",
    ),
    ("default", &["0,0,D,0 4 - 0,0,0,0", "0,0,D,0 5 - 0,0,0,0,0"], "seat: `"),
    // a phase that does not exist,
    (
        "default",
        &[
            "0,0,D,0/1,0,U,1 0  0,0",
            "0,0,D,0/1,0,U,1 0 -- 0,0",
            "0,0,D,0/1,0,U,1 0 Y 0,0",
            "0,0,D,0/1,0,U,1 0 a 0,0",
            "0,0,D,0/1,0,U,1 0 AB 0,0",
            "0,0,D,0/1,0,U,1 0 *A 0,0",
            "0,0,D,0/1,0,U,1 0 D0 0,0",
            "0,0,D,0/1,0,U,1 0 End 0,0",
            "0,0,D,0/1,0,U,1 0 END 0,0",
            "0,0,D,0/1,0,U,1 0 en 0,0",
            "0,0,D,0/1,0,U,1 0 over 0,0",
            "0,0,D,0/1,0,U,1 0 @ 0,0",
            "0,0,D,0/1,0,U,1 0 @1 0,0",
            "0,0,D,0/1,0,U,1 0 @1, 0,0",
            "0,0,D,0/1,0,U,1 0 @,0 0,0",
            "0,0,D,0/1,0,U,1 0 @1,0,0 0,0",
            "0,0,D,0/1,0,U,1 0 @01,0 0,0",
            "0,0,D,0/1,0,U,1 0 @1,00 0,0",
            "0,0,D,0/1,0,U,1 0 @+1,0 0,0",
            "0,0,D,0/1,0,U,1 0 @1,-0 0,0",
            "0,0,D,0/1,0,U,1 0 @-0,0 0,0",
            "0,0,D,0/1,0,U,1 0 @1.0,0 0,0",
            "0,0,D,0/1,0,U,1 0 @x 0,0",
            "0,0,D,0/1,0,U,1 0 1,0 0,0",
            "0,0,D,0/1,0,U,1 0 @@1,0 0,0",
            "0,0,D,0/1,0,U,1 0 @1;0 0,0",
        ],
        "phase: `",
    ),
    // a bag or removed tiles in another form.
    (
        "default",
        &[
            "0,0,D,0 0 - 0,0 7,7 24135213233323231321894 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7 2413521323332323132189410 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7 24135213233323231321894x 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7 24135213233323231321894- 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7 -41352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7  000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7 2413521323332323132189١ 000000000000000000000000",
        ],
        "bag: `",
    ),
    (
        "default",
        &[
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 00000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 0000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 -",
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 00000000000000000000000-",
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 ",
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 0",
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 xxxxxxxxxxxxxxxxxxxxxxxx",
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 000000000000000000000000\n",
        ],
        "removed: `",
    ),
    // The start tile is not where and as it must be.
    (
        "default",
        &[
            "1,0,U,1 0 - 0,0",
            "1,0,D,0 0 - 0,0",
            "0,0,D,1 0 - 0,0",
            "0,0,D,2 0 - 0,0",
            "0,0,D,3 0 - 0,0",
            "0,0,E,0 0 - 0,0",
            "0,0,U,1/1,0,D,0 0 - 0,0",
        ],
        "the start tile 0,0,D,0",
    ),
    (
        "default",
        &[
            "0,0,D,0,r0,0 1 - 0,0",
            "0,0,D,0,c0,1 1 - 0,0",
            "0,0,D,0,f0,0/1,0,U,1 1 - 0,0",
            "0,0,D,0,f1,1/1,0,U,1 1 @1,0 0,0",
        ],
        "the start tile 0,0,D,0",
    ),
    // Tiles that do not hang together, or by a corner only.
    (
        "default",
        &[
            "0,0,D,0/2,0,U,1 0 - 0,0",
            "0,0,D,0/1,1,B,0 0 - 0,0",
            "-1,-1,B,0/0,0,D,0 0 - 0,0",
            "-1,1,B,0/0,0,D,0 0 - 0,0",
            "0,0,D,0/1,-1,B,0 0 - 0,0",
            "0,0,D,0/1,0,U,1/2,1,U,1/3,1,U,1 0 - 0,0",
            "0,0,D,0/5,5,B,0 0 - 0,0",
            "0,0,D,0/1,0,U,1/71,0,U,1 0 - 0,0",
            "-71,0,U,1/0,0,D,0 0 U 0,0",
            "0,0,D,0/0,1,E,2/0,3,B,0 - end 0,0",
            "0,0,D,0/1,0,U,1/2,2,B,0 0 @1,0 0,0",
        ],
        "does not hang together by sides",
    ),
    // Edges that do not match: of the start tile,
    (
        "default",
        &[
            "0,0,D,0/1,0,B,0 0 - 0,0",
            "0,0,D,0/1,0,U,0 0 - 0,0",
            "0,0,D,0/1,0,E,3 0 - 0,0",
            "-1,0,B,0/0,0,D,0 0 - 0,0",
            "-1,0,E,1/0,0,D,0 0 - 0,0",
            "0,0,D,0/0,1,B,0 0 - 0,0",
            "0,0,D,0/0,1,U,0 0 - 0,0",
            "0,-1,U,0/0,0,D,0 0 - 0,0",
            "0,-1,E,0/0,0,D,0 0 - 0,0",
        ],
        "the edges of tile",
    ),
    // of other tiles,
    (
        "default",
        &[
            "0,0,D,0/1,0,U,1/2,0,B,0 0 - 0,0",
            "0,0,D,0/1,0,V,0/1,1,U,0 0 - 0,0",
            "-1,0,V,3/-1,1,U,0/0,0,D,0 0 - 0,0",
            "0,0,D,0/0,1,E,2/1,0,U,1/1,1,E,3 0 U 0,0",
            "0,0,D,0/0,1,E,2/1,0,V,0/1,1,U,0 1 @1,1 0,0",
            "0,-1,V,3/0,0,D,0/1,-1,B,0 - end 0,0",
            "-1,-1,V,0/-1,0,V,3/0,-1,B,0/0,0,D,0 0 - 0,0",
        ],
        "the edges of tile",
    ),
    // and a ring that closes with a mismatch only at its last side.
    ("default", &["0,0,D,0/0,1,E,2/1,0,U,1/1,1,U,1 0 - 0,0"], "the edges of tile"),
    // Counts against the box: too many of a kind on the board,
    (
        "default",
        &["0,0,D,0/0,1,C,0/0,2,C,0 0 - 0,0", "0,0,D,0/1,0,X,0/2,0,X,0 0 - 0,0"],
        "in the box",
    ),
    // with the one in hand,
    ("default", &["0,0,D,0/0,1,C,0 0 C 0,0"], "of kind C there are"),
    // in the bag,
    (
        "default",
        &[
            "0,0,D,0 0 - 0,0 7,7 241452132333232313218941 000000000000000000000000",
            "0,0,D,0/1,0,U,1 0 - 0,0 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 U 0,0 7,7 241352132333232313218941 000000000000000000000000",
        ],
        "in the box",
    ),
    // or removed;
    (
        "default",
        &[
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 001000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7 240352132333232313218941 002000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 000000000000000000000009",
        ],
        "in the box",
    ),
    // and too few.
    (
        "default",
        &[
            "0,0,D,0 0 - 0,0 7,7 141352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218940 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,7 241252132333232313218941 000000000000000000000000",
            "0,0,D,0 - end 0,0 7,7 000000000000000000000000 241352132333232313218931",
            "0,0,D,0 - end 0,0 7,7 000000000000000000000000 000000000000000000000000",
        ],
        "in the box",
    ),
    // Meeples against the option.
    (
        "default",
        &[
            "0,0,D,0 0 - 0,0 6,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 0,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 8,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0/1,0,U,1,r0,0 1 - 0,0 7,7 241352132333232313217941 000000000000000000000000",
            "0,0,D,0/1,0,U,1,r0,0 1 - 0,0 5,7 241352132333232313217941 000000000000000000000000",
            "0,0,D,0/1,0,U,1,r0,1 1 - 0,0 6,8 241352132333232313217941 000000000000000000000000",
        ],
        "seat 0 has",
    ),
    (
        "default",
        &[
            "0,0,D,0/1,0,U,1,r0,0 1 - 0,0 6,6 241352132333232313217941 000000000000000000000000",
            "0,0,D,0 0 - 0,0 7,0 241352132333232313218941 000000000000000000000000",
        ],
        "seat 1 has",
    ),
    (
        "meeples=8",
        &["0,0,D,0 0 - 0,0 7,7 241352132333232313218941 000000000000000000000000"],
        "seat 0 has",
    ),
    (
        "meeples=1",
        &[
            "0,0,D,0/1,0,U,1,r0,0 1 - 0,0 1,1 241352132333232313217941 000000000000000000000000",
            "0,0,D,0/1,0,U,1,r0,0/2,0,U,1,r0,0 1 - 0,0",
        ],
        "seat 0 has",
    ),
    // A farmer under farmers=off.
    (
        "farmers=off",
        &[
            "0,0,D,0/0,1,E,2,f0,0 1 - 0,0",
            "0,0,D,0/1,0,U,1,f1,1 0 - 0,0",
            "-1,0,U,1,f0,0/0,0,D,0/1,0,U,1 1 @1,0 0,0",
            "0,0,D,0/1,0,X,0,f3,1 - end 0,0",
            "0,-1,B,0,f0,0/0,0,D,0 1 U 0,0",
        ],
        "farmers=off",
    ),
    // A meeple in a complete city,
    (
        "default",
        &[
            "0,0,D,0/0,1,E,2,c0,0 1 - 0,0",
            "0,0,D,0/0,1,E,2,c0,0 0 U 0,0",
            "0,0,D,0/0,1,E,2,c0,0 - end 0,0",
            "0,0,D,0/0,1,F,1,c0,0/0,2,E,2 0 - 0,0",
            "0,0,D,0/0,1,H,0,c1,1 0 - 0,0",
        ],
        "in a complete feature",
    ),
    // road,
    (
        "default",
        &[
            "-1,0,A,3,r0,1/0,0,D,0/1,0,A,1 0 - 0,0",
            "-1,0,A,3/0,0,D,0/1,0,U,1,r0,0/2,0,A,1 0 B 0,0",
            "-1,0,A,3/0,0,D,0/1,0,W,1,r1,0 - end 0,0",
            "0,-2,V,2/0,-1,V,3,r0,0/0,0,D,0/1,-2,V,1/1,-1,V,0 0 - 0,0",
        ],
        "in a complete feature",
    ),
    // in phase @ one that the tile just placed is no part of:
    (
        "default",
        &[
            "0,0,D,0/0,1,F,1,c0,0/0,2,E,2/1,0,U,1 0 @1,0 0,0",
            "0,0,D,0/0,1,F,1,c0,0/0,2,H,0/0,3,E,2 0 @0,3 0,0",
            "-1,0,A,3/0,0,D,0/1,0,W,1,r1,0/1,1,U,0 1 @1,1 0,0",
            "0,0,D,0/0,1,E,2,c0,0/1,1,B,0 1 @1,1 0,0",
        ],
        "in a complete feature",
    ),
    // or another beside one that it completed.
    (
        "default",
        &[
            "-1,0,A,3/0,0,D,0/0,1,E,2,c0,0/1,0,A,1,r0,1 0 @-1,0 0,0",
            "-1,0,A,3/0,0,D,0/0,1,E,2/1,0,A,1,r0,1 0 @0,1 0,0",
        ],
        "in a complete feature",
    ),
    // A seat although the game is over,
    ("default", &["0,0,D,0 0 end 0,0", "0,0,D,0/1,0,U,1 1 end 0,0"], "although the game is over"),
    // or none although it is not.
    (
        "default",
        &["0,0,D,0 - - 0,0", "0,0,D,0 - U 0,0", "0,0,D,0/1,0,U,1 - @1,0 0,0"],
        "but the game is not over",
    ),
    // A draw from an empty bag,
    (
        "default",
        &[
            "0,0,D,0 0 - 0,0 7,7 000000000000000000000000 241352132333232313218941",
            "0,0,D,0/1,0,U,1 1 - 0,0 7,7 000000000000000000000000 241352132333232313217941",
        ],
        "the bag is empty",
    ),
    // or the end with tiles in the bag.
    (
        "default",
        &[
            "0,0,D,0 - end 0,0 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 - end 0,0 7,7 000000000000000000000100 241352132333232313218841",
            "0,0,D,0 - end 0,0 7,7 001000000000000000000000 240352132333232313218941",
        ],
        "the bag is not empty",
    ),
    // A tile in hand that fits nowhere.
    (
        "default",
        &[
            "0,0,D,0/0,1,E,2 0 C 0,0",
            "-1,0,A,3/0,0,D,0/1,0,A,1 0 X 0,0",
            "0,0,D,0/0,1,E,2 1 C 0,0 7,7 000000000000000000000000 240342132333232313218941",
        ],
        "fits nowhere",
    ),
    ("turn-actions=combined", &["0,0,D,0/0,1,E,2 0 C 0,0"], "fits nowhere"),
    // Phase @ under combined,
    ("turn-actions=combined", &["0,0,D,0/1,0,U,1 0 @1,0 0,0"], "turn-actions=combined"),
    // where no tile lies,
    (
        "default",
        &[
            "0,0,D,0 0 @1,0 0,0",
            "0,0,D,0/1,0,U,1 0 @2,0 0,0",
            "0,0,D,0/1,0,U,1 0 @-1,0 0,0",
            "0,0,D,0/1,0,U,1 0 @1,1 0,0",
            "0,0,D,0/1,0,U,1 0 @71,0 0,0",
            "0,0,D,0/1,0,U,1 0 @0,-71 0,0",
        ],
        "no tile lies on",
    ),
    // or none can,
    (
        "default",
        &[
            "0,0,D,0/1,0,U,1 0 @72,0 0,0",
            "0,0,D,0/1,0,U,1 0 @257,0 0,0",
            "0,0,D,0/1,0,U,1 0 @1,-256 0,0",
            "0,0,D,0/1,0,U,1 0 @144,-1 0,0",
            "0,0,D,0/1,0,U,1 0 @99999999999999999999,0 0,0",
        ],
        "phase: `@",
    ),
    // on the start tile,
    (
        "default",
        &[
            "0,0,D,0 0 @0,0 0,0",
            "0,0,D,0/1,0,U,1 0 @0,0 0,0",
            "0,0,D,0/0,1,E,2/1,0,U,1/1,1,B,0 0 @0,0 0,0",
        ],
        "the start tile cannot have been just placed",
    ),
    // on a meeple,
    (
        "default",
        &[
            "0,0,D,0/1,0,U,1,r0,0 0 @1,0 0,0",
            "0,0,D,0/1,0,A,1,m,1 1 @1,0 0,0",
            "0,0,D,0/0,1,E,2,f0,1 0 @0,1 0,0",
        ],
        "has a meeple before the meeple decision",
    ),
    // or on a tile without which the others do not hang together.
    (
        "default",
        &[
            "0,0,D,0/1,0,U,1/2,0,U,1 0 @1,0 0,0",
            "0,0,D,0/0,1,F,1/0,2,E,2 0 @0,1 0,0",
            "0,-1,B,0/0,0,D,0/0,1,E,2/1,0,U,1/1,1,B,0/2,0,U,1 0 @1,0 0,0",
            "0,0,D,0/0,1,E,2/1,1,B,0/2,1,B,0 0 @0,1 0,0",
        ],
        "without the tile just placed",
    ),
];

/// One step from a refused position to the right side of the line.
const ACCEPTED: &[(&str, &[&str])] = &[
    (
        "default",
        &[
            "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 000000000000000000000000",
            "0,0,D,0 1 - 0,0",
            "0,0,D,0 4 - 0,0,0,0,0",
            "0,0,D,0 3 - 1,0,9,0",
        ],
    ),
    // Scores that no play led to, and higher than any play leads to.
    ("default", &["0,0,D,0 0 - 396,0", "0,0,D,0 0 - 9999,1234", "0,0,D,0/1,0,U,1 - end 10,10"]),
    // Sorted by number: -2 before -1.
    ("default", &["-2,0,U,1/-1,0,U,1/0,0,D,0 0 - 0,0", "0,-2,B,0/0,-1,B,0/0,0,D,0 0 - 0,0"]),
    // The highest rotation of kinds with one, two and four.
    (
        "default",
        &[
            "0,0,D,0/0,1,C,0 0 - 0,0",
            "0,0,D,0/1,0,X,0 0 - 0,0",
            "0,-1,H,1/0,0,D,0 0 - 0,0",
            "0,0,D,0/0,1,F,1 0 - 0,0",
            "0,0,D,0/0,1,G,1 0 - 0,0",
            "-1,0,A,3/0,0,D,0 0 - 0,0",
        ],
    ),
    // The last segment of each sort, and the last seat.
    (
        "default",
        &[
            "0,0,D,0/1,0,X,0,r3,1 0 - 0,0",
            "0,0,D,0/1,0,X,0,f3,1 0 - 0,0",
            "-1,0,A,3,m,4/0,0,D,0 0 - 0,0,0,0,0",
            "0,0,D,0/0,1,H,0,c0,0 0 - 0,0",
            "0,0,D,0/0,1,I,2,c1,0 0 - 0,0",
            "0,0,D,0/1,0,L,1,f2,0 0 - 0,0",
            "0,0,D,0/1,0,L,1,r2,0 0 - 0,0",
        ],
    ),
    // A second tile of the kind of the start tile, turned any way.
    (
        "default",
        &["0,0,D,0/1,0,D,0 0 - 0,0", "0,0,D,0/0,1,D,2 0 - 0,0", "0,-1,D,2/0,0,D,0 0 - 0,0"],
    ),
    // Corners need not match, and rings may close.
    ("default", &["0,0,D,0/0,1,E,2/1,0,U,1/1,1,B,0 0 - 0,0", "0,0,D,0/0,1,E,2/1,1,E,0 0 - 0,0"]),
    // Every tile of a kind on the board, and none left of it.
    (
        "default",
        &[
            "0,0,D,0/1,0,D,0/2,0,D,0/3,0,D,0 0 - 0,0",
            "0,0,D,0/1,0,X,0 0 U 0,0",
            "0,0,D,0/0,1,C,0 0 - 0,0",
        ],
    ),
    // Two seats on one feature, one seat twice on another.
    (
        "default",
        &[
            "0,0,D,0/1,0,U,1,r0,0/2,0,U,1,r0,1 1 - 0,0",
            "0,0,D,0/1,0,U,1,f1,1/2,0,U,1,f1,1/3,0,D,0,f0,0 1 - 0,0",
        ],
    ),
    // All meeples of a seat on the board, or none.
    (
        "meeples=1",
        &[
            "0,0,D,0/1,0,U,1,r0,0 1 - 0,0",
            "0,0,D,0 0 - 0,0 1,1 241352132333232313218941 000000000000000000000000",
        ],
    ),
    ("meeples=8", &["0,0,D,0 0 - 0,0,0 8,8,8 241352132333232313218941 000000000000000000000000"]),
    // Meeples that are no farmers.
    ("farmers=off", &["0,0,D,0/1,0,A,1,m,0 1 - 0,0", "0,0,D,0/0,1,F,1,c0,0/1,0,U,1,r0,1 1 - 0,0"]),
    // A farmer beside a complete city, and inside of a ring of road.
    (
        "default",
        &[
            "0,0,D,0/0,1,E,2,f0,0 1 - 0,0",
            "0,-2,V,2/0,-1,V,3,f1,0/0,0,D,0/1,-2,V,1/1,-1,V,0 0 - 0,0",
        ],
    ),
    // Features that one tile or one side keeps open.
    (
        "default",
        &[
            "0,0,D,0/0,1,F,1,c0,0 1 - 0,0",
            "0,0,D,0/0,1,H,0,c0,1 0 - 0,0",
            "0,0,D,0/0,1,H,0,c0,0 1 U 0,0",
            "-1,0,A,3,r0,1/0,0,D,0/1,0,U,1 0 - 0,0",
            "0,-2,V,2/0,-1,V,3,r0,0/0,0,D,0/1,-1,V,0 0 - 0,0",
        ],
    ),
    // In phase @ the features that the tile just placed has completed.
    (
        "default",
        &[
            "0,0,D,0/0,1,F,1,c0,0/0,2,E,2 1 @0,2 0,0",
            "0,0,D,0/0,1,F,1,c0,1/0,2,E,2 0 @0,2 0,0",
            "-1,0,A,3,r0,1/0,0,D,0/1,0,A,1 0 @1,0 0,0",
            "0,-2,V,2/0,-1,V,3,r0,0/0,0,D,0/1,-2,V,1/1,-1,V,0 0 @1,-2 0,0",
            "0,0,D,0/0,1,F,1,c0,0/0,2,H,0 1 @0,2 0,0",
        ],
    ),
    // A tile in hand with one place left, or any that fits.
    (
        "default",
        &[
            "0,0,D,0 0 C 0,0",
            "0,0,D,0 0 X 0,0",
            "0,0,D,0/0,1,E,2 0 X 0,0",
            "0,0,D,0/0,1,F,1 0 C 0,0",
            "0,0,D,0/0,1,F,1 0 C 0,0 7,7 000000000000000000000000 240351132333232313218941",
        ],
    ),
    // A draw although nothing left can be placed.
    ("default", &["0,0,D,0/0,1,E,2 1 - 0,0 7,7 001000000000000000000000 240342132333232313218941"]),
    // The end, early, with meeples in what is not complete.
    (
        "default",
        &[
            "0,0,D,0 - end 0,0",
            "0,0,D,0/1,0,U,1,r0,0 - end 1,0",
            "0,-1,B,0,m,1/0,0,D,0/0,1,E,2,f0,0 - end 3,2",
        ],
    ),
    // Phase @ with an empty bag, beside the start tile only, at the end of a row, in a ring,
    (
        "default",
        &[
            "0,0,D,0/1,0,U,1 0 @1,0 0,0 7,7 000000000000000000000000 241352132333232313217941",
            "0,0,D,0/1,0,U,1 1 @1,0 0,0",
            "0,0,D,0/1,0,U,1/2,0,U,1 0 @2,0 0,0",
            "0,0,D,0/0,1,E,2/1,0,U,1/1,1,B,0 0 @1,0 0,0",
            "0,0,D,0/0,1,E,2/1,0,U,1/1,1,B,0 0 @0,1 0,0",
            "0,0,D,0/0,1,E,2/1,0,U,1/1,1,B,0 0 @1,1 0,0",
        ],
    ),
    ("meeples=1", &["0,0,D,0/1,0,U,1,r0,0/2,0,U,1 0 @2,0 0,0"]),
    ("turn-actions=combined", &["0,0,D,0/1,0,U,1,r0,0 1 - 0,0", "0,0,D,0/1,0,U,1 1 U 0,0"]),
];

/// A cloister on 0,-1 with all its eight neighbours.
const CLOISTER: &str =
    "-1,-2,V,0/-1,-1,E,3/-1,0,U,1/0,-2,E,2/0,-1,B,0,m,0/0,0,D,0/1,-2,V,3/1,-1,E,1/1,0,U,1";

/// A position of which the text gives only board, seat, phase and scores: each meeple that is not
/// on the board is in its supply, and each tile that is neither on the board nor in hand is in the
/// bag, or removed where the game is over. A text with other fields than four is left as it is.
fn completed(rules: Rules, text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    let [board, _, phase, scores] = fields[..] else { return text.to_string() };
    let tiles: Vec<Vec<&str>> = board.split('/').map(|tile| tile.split(',').collect()).collect();
    let on_board = |place: usize, word: &str| {
        tiles.iter().filter(|tile| tile.get(place) == Some(&word)).count()
    };
    let supply = |seat: usize| {
        usize::from(rules.meeples).saturating_sub(on_board(5, &seat.to_string())).to_string()
    };
    let supplies: Vec<String> = (0..scores.split(',').count()).map(supply).collect();
    let elsewhere = KINDS.iter().map(|kind| {
        let letter = kind.letter.to_string();
        let seen = on_board(2, &letter) + usize::from(phase == letter);
        usize::from(kind.count).saturating_sub(seen).to_string()
    });
    let (elsewhere, none) = (elsewhere.collect::<String>(), "0".repeat(KINDS.len()));
    let (bag, removed) = if phase == "end" { (none, elsewhere) } else { (elsewhere, none) };
    format!("{text} {} {bag} {removed}", supplies.join(","))
}

fn check_refused(rules: Rules, text: &str, reason: &str) {
    let text = completed(rules, text);
    match read(rules, &text) {
        Ok(game) => panic!("`{text}` was read as {game:?}"),
        Err(error) => {
            let message = error.to_string();
            assert!(message.contains(reason), "`{text}`: {message}");
        }
    }
}

fn check_accepted(rules: Rules, text: &str) {
    let text = completed(rules, text);
    assert_eq!(position(rules, &text).to_string(), text);
}

#[test]
fn refused_positions() {
    for &(options, texts, reason) in REFUSED {
        texts.iter().for_each(|text| check_refused(rules(options), text, reason));
    }
}

#[test]
fn accepted_positions() {
    for &(options, texts) in ACCEPTED {
        texts.iter().for_each(|text| check_accepted(rules(options), text));
    }
}

/// A monk may stand in a complete cloister only while the tile that completed it waits for its
/// meeple, and that is any of the eight around it.
#[test]
fn a_monk_leaves_a_complete_cloister() {
    let (rules, reason) = (Rules::default(), "in a complete feature");
    for rest in ["0 - 0,0", "1 V 0,0", "- end 0,0"] {
        check_refused(rules, &format!("{CLOISTER} {rest}"), reason);
    }
    for placed in ["-1,-2", "-1,-1", "-1,0", "0,-2", "1,-2", "1,-1", "1,0"] {
        check_accepted(rules, &format!("{CLOISTER} 1 @{placed} 0,0"));
        // Whoever placed it.
        check_accepted(rules, &format!("{CLOISTER} 0 @{placed} 0,0"));
    }
    // A tile farther off did not complete it.
    check_refused(rules, &format!("{CLOISTER}/2,0,U,1 1 @2,0 0,0"), reason);
    let north = CLOISTER.replace("/1,-2", "/0,1,E,2/1,-2");
    check_refused(rules, &format!("{north} 1 @0,1 0,0"), reason);
    // With one neighbour less it is not complete, whichever it is.
    for missing in ["-1,-2,V,0/", "-1,-1,E,3/", "-1,0,U,1/", "0,-2,E,2/", "1,-2,V,3/", "1,-1,E,1/"]
    {
        for rest in ["0 - 0,0", "1 V 0,0", "- end 0,0"] {
            check_accepted(rules, &format!("{} {rest}", CLOISTER.replace(missing, "")));
        }
    }
    // Nobody is there.
    check_accepted(rules, &format!("{} 0 - 0,0", CLOISTER.replace(",m,0", "")));
    // Any number of cloisters may wait for it.
    let two = CLOISTER.replace("0,-2,E,2", "0,-2,B,0,m,1");
    check_accepted(rules, &format!("{two} 1 @1,0 0,0"));
    check_refused(rules, &format!("{two} 1 @0,-2 0,0"), "meeple before the meeple decision");
}

/// A ring may be entered anywhere, but not left behind in parts.
#[test]
fn a_ring_hangs_together_without_any_one_of_its_tiles() {
    let rules = Rules::default();
    let ring = CLOISTER.replace("/0,-1,B,0,m,0", "");
    check_accepted(rules, &format!("{ring} 0 - 0,0"));
    for placed in ["-1,-2", "-1,-1", "-1,0", "0,-2", "1,-2", "1,-1", "1,0"] {
        check_accepted(rules, &format!("{ring} 0 @{placed} 0,0"));
    }
    let filled = CLOISTER.replace(",m,0", "");
    check_accepted(rules, &format!("{filled} 0 @0,-1 0,0"));
    let tail = format!("{ring}/2,0,U,1");
    check_accepted(rules, &format!("{tail} 0 @1,-1 0,0"));
    check_accepted(rules, &format!("{tail} 0 @2,0 0,0"));
    check_refused(rules, &format!("{tail} 0 @1,0 0,0"), "without the tile just placed");
    // With a gap in the ring only its ends can have come last.
    let open = ring.replace("1,-1,E,1/", "");
    for placed in ["1,-2", "1,0"] {
        check_accepted(rules, &format!("{open} 0 @{placed} 0,0"));
    }
    for placed in ["-1,-2", "-1,-1", "-1,0", "0,-2"] {
        let text = format!("{open} 0 @{placed} 0,0");
        check_refused(rules, &text, "without the tile just placed");
    }
}

/// More tiles than there are, in a row as long as coordinates allow.
#[test]
fn a_board_beyond_the_box_is_refused() {
    let row: Vec<String> = (1..=71).map(|x| format!("/{x},0,U,1")).collect();
    let text = format!("0,0,D,0{} 0 - 0,0", row.concat());
    check_refused(Rules::default(), &text, "of kind U there are 71 on the board");
    let meeples: Vec<String> = (1..=8).map(|x| format!("/{x},0,U,1,r0,0")).collect();
    let text = format!("0,0,D,0{}/9,0,D,0,r0,0 1 - 0,0", meeples.concat());
    check_refused(rules("meeples=8"), &text, "seat 0 has 9");
}

/// The sides that a kind shows when it is turned: N, E, S, W.
fn turned(kind: &Kind, rotation: u8) -> [Edge; 4] {
    let mut edges = kind.edges;
    edges.rotate_right(usize::from(rotation));
    edges
}

/// Every kind on every side of the start tile in every rotation, and with a meeple on every segment
/// that any kind has.
#[test]
fn every_kind_rotation_and_segment() {
    const NAMES: [&str; 14] =
        ["c0", "c1", "c2", "r0", "r1", "r2", "r3", "r4", "m", "f0", "f1", "f2", "f3", "f4"];
    const SIDES: [&str; 4] = ["0,1", "1,0", "0,-1", "-1,0"];
    let board = |tile: &str| {
        let (x, rest) = tile.split_once(',').expect("a cell");
        let before = x == "-1" || (x == "0" && rest.starts_with('-'));
        let pair = if before { [tile, "0,0,D,0"] } else { ["0,0,D,0", tile] };
        completed(Rules::default(), &format!("{} 1 - 0,0", pair.join("/")))
    };
    let reads = |tile: &str| match read(Rules::default(), &board(tile)) {
        Ok(game) => {
            assert_eq!(game.to_string(), board(tile));
            true
        }
        Err(_) => false,
    };
    let start = KINDS[3].edges;
    for kind in &KINDS {
        let mut last_fit = None;
        for (side, cell) in SIDES.iter().enumerate() {
            for rotation in 0..=4 {
                let tile = format!("{cell},{},{rotation}", kind.letter);
                let fits = rotation < kind.rotations
                    && turned(kind, rotation)[(side + 2) % 4] == start[side];
                assert_eq!(reads(&tile), fits, "{tile}");
                // North of it a city of two tiles would be complete.
                if fits && (side > 0 || kind.letter == 'C') {
                    last_fit = Some(tile);
                }
            }
        }
        let tile = last_fit.expect("the kind fits somewhere");
        for name in NAMES {
            let (sort, index) = name.split_at(1);
            let count = match sort {
                "c" => kind.cities.len(),
                "r" => kind.roads.len(),
                "f" => kind.fields.len(),
                _ => usize::from(kind.cloister),
            };
            let has = index.parse().unwrap_or(0) < count;
            assert_eq!(reads(&format!("{tile},{name},0")), has, "{name} of {tile}");
        }
    }
}

#[test]
fn the_number_of_players_must_be_the_one_asked_for() {
    let text = completed(Rules::default(), "0,0,D,0 0 - 0,0,0");
    for players in [0, 1, 2, 4, 5, 6, 255] {
        let error = Carcassonne::parse(Rules::default(), players, &text).unwrap_err();
        let expected = format!("the position is for 3 players, but {players} were asked for");
        assert_eq!(error.to_string(), expected);
    }
    for players in 2..=5 {
        let start = start(Rules::default(), players);
        let read = Carcassonne::parse(Rules::default(), players, &start.to_string());
        assert_eq!(read, Ok(start));
    }
}

/// As for a new game, whatever the position.
#[test]
fn a_position_under_impossible_rules_is_refused() {
    for meeples in [0, 9, 255] {
        let rules = Rules { meeples, ..Rules::default() };
        let message = Carcassonne::parse(rules, 2, START).unwrap_err().to_string();
        let expected = format!(
            "impossible position: option `meeples` cannot be `{meeples}`: \
             it takes a whole number from 1 to 8"
        );
        assert_eq!(message, expected);
    }
}

#[test]
fn options_are_read_by_their_names() {
    let all = "turn-actions=combined,farmers=off,field-scoring=per-city,small-city=half,meeples=3";
    let read = rules(&all.replace(',', " "));
    assert_eq!(options::to_text(&options::to_map(&read)), all);
    let map = json!({
        "turn-actions": "combined", "farmers": "off", "field-scoring": "per-city",
        "small-city": "half", "meeples": "3",
    });
    assert_eq!(options::from_map::<Rules>(map.as_object().expect("a map")), Ok(read));
    let default = "turn-actions=split,farmers=on,field-scoring=per-field,small-city=full,meeples=7";
    assert_eq!(options::to_text(&options::to_map(&Rules::default())), default);
    assert_eq!(rules("field-scoring=once-per-player meeples=8").meeples, 8);
    for (wrong, reason) in [
        ("turn-actions=both", "it takes split or combined"),
        ("farmers=yes", "it takes on or off"),
        ("field-scoring=PerCity", "it takes per-field or once-per-player or per-city"),
        ("small-city=quarter", "it takes full or half"),
        ("meeples=0", "it takes a whole number from 1 to 8"),
        ("meeples=9", "it takes a whole number from 1 to 8"),
        ("meeples=07", "it takes a whole number from 1 to 8"),
        ("meeple=7", "did you mean `meeples`?"),
    ] {
        let message = options::from_pairs::<Rules>([wrong]).unwrap_err().to_string();
        assert!(message.contains(reason), "{wrong}: {message}");
    }
}

/// The start position of two players.
const START: &str = "0,0,D,0 0 - 0,0 7,7 241352132333232313218941 000000000000000000000000";

#[test]
fn refused_action_texts() {
    for text in [
        "",
        "--",
        "-c0",
        "+",
        "0",
        "1,0",
        "1,0,",
        ",0,1",
        "1,,1",
        ",,",
        "01,0,1",
        "1,00,1",
        "-0,0,1",
        "1,-0,1",
        "+1,0,1",
        "1,0,+1",
        "1,0,01",
        "1,0,4",
        "1,0,-1",
        "1.0,0,1",
        "x,0,1",
        "1,0,r",
        "1, 0,1",
        " 1,0,1",
        "1,0,1 ",
        "1,0,1\n",
        "1;0;1",
        "1,0,1,",
        "1,0,1,-",
        "1,0,1,r4",
        "1,0,1,c2",
        "1,0,1,R0",
        "1,0,1,r0,",
        "1,0,1,r0,0",
        "1,0,1,1",
        "1,0,U,1",
        "1,0,1r0",
        "c",
        "r",
        "f",
        "c2",
        "r4",
        "f4",
        "c-1",
        "c+0",
        "c00",
        "c01",
        "c 0",
        " c0",
        "c0 ",
        "C0",
        "M",
        "R0",
        "m0",
        "mm",
        "c0c1",
        "c0,",
        "-,-",
        "@1,0",
        "end",
        "U",
        "pass",
        "١,0,1",
        "r٠",
        "−1,0,1",
        "72,0,1",
        "0,-72,1",
        "128,0,0",
        "256,0,0",
        "99999999999,0,0",
    ] {
        let message = text.parse::<Action>().unwrap_err().to_string();
        assert!(message.contains(" is not "), "`{text}`: {message}");
        let mut game = position(Rules::default(), &completed(Rules::default(), "0,0,D,0 0 U 0,0"));
        let before = game.clone();
        assert_eq!(event::apply_text(&mut game, text).unwrap_err().to_string(), message);
        assert_eq!(game, before);
    }
}

#[test]
fn accepted_action_texts() {
    let names = ["c0", "c1", "r0", "r1", "r2", "r3", "m", "f0", "f1", "f2", "f3"];
    let cells = ["0,0", "1,0", "-1,0", "0,-1", "10,-20", "71,0", "-71,0", "0,71", "0,-71"];
    let mut texts = vec!["-".to_string()];
    texts.extend(names.map(str::to_string));
    for cell in cells {
        for rotation in 0..4 {
            texts.push(format!("{cell},{rotation}"));
            texts.extend(names.map(|name| format!("{cell},{rotation},{name}")));
        }
    }
    for text in &texts {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()).as_ref(), Ok(text));
    }
    // No two texts are the same action.
    let mut actions: Vec<Action> =
        texts.iter().map(|text| text.parse().expect("an action")).collect();
    actions.sort_unstable();
    actions.dedup();
    assert_eq!(actions.len(), texts.len());
}

#[test]
fn draw_texts() {
    for text in [
        "*", "**", "*Y", "*Z", "*a", "*v", "*AB", "*A ", "* A", "*A\n", "*1", "*-", "*@", "*[",
        "*A*", "**A", "*É", "*end", "*0,0", "*А",
    ] {
        let message = text.parse::<Draw>().unwrap_err().to_string();
        let shown = text.replace('\n', "\\n");
        assert!(message.contains(&format!("`{shown}` is not a draw *A to *X")), "{message}");
        let mut game = start(Rules::default(), 2);
        assert_eq!(event::apply_text(&mut game, text).unwrap_err().to_string(), message);
        assert_eq!(game.to_string(), START);
    }
    for text in ["", "A", "V", "-"] {
        assert!(text.parse::<Draw>().is_err(), "{text}");
    }
    for letter in 'A'..='X' {
        let text = format!("*{letter}");
        assert_eq!(text.parse::<Draw>().map(|draw| draw.to_string()), Ok(text));
    }
}

/// Rule options, a position, events of the right form that are not possible there, and what the
/// message says. Most positions are [`completed`].
const IMPOSSIBLE: &[(&str, &str, &[&str], &str)] = &[
    // Before a draw: a kind that is not in the bag, an action.
    ("default", "0,0,D,0/0,1,C,0 1 - 0,0", &["*C"], "a chance event comes next: *A *B *D"),
    ("default", "0,0,D,0/1,0,X,0 1 - 0,0", &["*X"], "a chance event comes next: *A *B *C"),
    ("default", START, &["-", "c0", "m", "1,0,1", "1,0,1,r0"], "a chance event comes next"),
    ("turn-actions=combined", START, &["-", "1,0,1", "1,0,1,r0"], "a chance event comes next"),
    // A tile in hand: on a tile, not beside one, beside one by a corner only,
    (
        "default",
        "0,0,D,0/1,0,U,1 0 U 0,0",
        &["0,0,1", "1,0,1", "3,0,1", "5,5,0", "1,2,0", "71,0,1", "-71,-71,1", "-1,1,1", "-1,-1,0"],
        "is not legal",
    ),
    // with edges that do not match, on one side or on the last of several,
    (
        "default",
        "0,0,D,0/1,0,U,1 0 U 0,0",
        &["-1,0,0", "2,0,0", "0,1,0", "0,1,1", "0,-1,0", "1,1,0"],
        "seat 0 may play -1,0,1 0,-1,1 1,-1,1 1,1,1 2,0,1",
    ),
    ("default", "0,0,D,0/0,1,E,2/1,0,U,1 0 X 0,0", &["1,1,0", "-1,1,0"], "seat 0 may play"),
    // in a rotation that looks like another one,
    ("default", "0,0,D,0 0 U 0,0", &["1,0,3", "-1,0,3", "0,-1,3"], "seat 0 may play"),
    ("default", "0,0,D,0 0 B 0,0", &["0,-1,1", "0,-1,2", "0,-1,3"], "seat 0 may play 0,-1,0"),
    ("default", "0,0,D,0 0 C 0,0", &["0,1,1", "0,1,2", "0,1,3"], "seat 0 may play 0,1,0"),
    ("default", "0,0,D,0 0 X 0,0", &["1,0,1", "-1,0,2"], "seat 0 may play -1,0,0 1,0,0"),
    ("default", "0,0,D,0 0 H 0,0", &["0,1,2", "0,-1,3"], "seat 0 may play 0,-1,1 0,1,0"),
    // with a meeple in the same action, and anything but a tile.
    ("default", "0,0,D,0 1 U 0,0", &["1,0,1,r0", "1,0,1,f0"], "seat 1 may play"),
    ("default", "0,0,D,0 1 U 0,0", &["-", "r0", "f0", "*U", "*V"], "seat 1 may play"),
    // Meeple: a tile, a draw, a segment that the tile does not have,
    (
        "default",
        "0,0,D,0/1,0,U,1 0 @1,0 0,0",
        &["2,0,1", "1,0,1", "1,0,1,r0", "*U", "c0", "r1", "m", "f2"],
        "seat 0 may play - f0 f1 r0",
    ),
    // a feature that another meeple is in, or an own one,
    ("default", "-1,0,U,1,r0,1/0,0,D,0/1,0,U,1 0 @1,0 0,0", &["r0"], "seat 0 may play - f0 f1"),
    ("default", "-1,0,U,1,r0,1/0,0,D,0/1,0,U,1 1 @1,0 0,0", &["r0"], "seat 1 may play - f0 f1"),
    ("default", "0,0,D,0/0,1,F,1,c0,0/0,2,E,2 1 @0,2 0,0", &["c0"], "seat 1 may play - f0"),
    ("default", "-1,0,U,1,f0,1/0,0,D,0/1,0,U,1 0 @1,0 0,0", &["f0"], "seat 0 may play - f1 r0"),
    // the second segment of a feature,
    ("default", "-1,0,U,1/0,0,D,0/1,0,A,1 1 @-1,0 0,0", &["f1"], "seat 1 may play - f0 r0"),
    (
        "default",
        "0,0,D,0/0,1,E,2/1,0,X,0/1,1,V,3/2,0,V,1/2,1,V,0 1 @1,0 0,0",
        &["r1", "f2"],
        "seat 1 may play - f0 f1 f3 r0 r2 r3",
    ),
    // anything without a supply,
    (
        "meeples=1",
        "0,0,D,0/1,0,U,1,r0,0/2,0,U,1 0 @2,0 0,0",
        &["f0", "f1", "r0"],
        "seat 0 may play -",
    ),
    ("meeples=1", "0,-1,B,0/0,0,D,0/1,0,U,1,r0,0 0 @0,-1 0,0", &["m", "f0"], "seat 0 may play -"),
    // a field without farmers.
    ("farmers=off", "0,0,D,0/1,0,U,1 0 @1,0 0,0", &["f0", "f1"], "seat 0 may play - r0"),
    // The same in one action.
    (
        "turn-actions=combined",
        "-1,0,A,3/0,0,D,0/0,1,E,2/1,0,U,1,f1,1 0 U 0,0",
        &["2,0,1,-", "2,0,1,f1", "2,0,1,c0", "2,0,1,r1", "2,0,0", "2,0,3,r0", "-", "r0", "*U"],
        "is not ",
    ),
    (
        "turn-actions=combined farmers=off",
        "0,0,D,0 0 G 0,0",
        &["0,1,1,f0", "0,1,1,f1", "0,-1,0,f0", "0,1,0"],
        "seat 0 may play 0,-1,0 0,-1,0,c0 0,1,1 0,1,1,c0",
    ),
    (
        "turn-actions=combined meeples=1",
        "-1,0,U,1,r0,0/0,0,D,0 0 B 0,0",
        &["0,-1,0,m", "0,-1,0,f0"],
        "seat 0 may play -1,-1,0 -1,1,0 0,-1,0",
    ),
    // After the end.
    (
        "default",
        "0,0,D,0/1,0,U,1 - end 0,0",
        &["*A", "*U", "-", "r0", "2,0,1", "2,0,1,r0"],
        "the game is over",
    ),
];

#[test]
fn impossible_events_are_refused_and_leave_the_position_alone() {
    for &(options, before, texts, reason) in IMPOSSIBLE {
        let before = completed(rules(options), before);
        let game = position(rules(options), &before);
        for &text in texts {
            let mut tried = game.clone();
            let message = event::apply_text(&mut tried, text).unwrap_err().to_string();
            assert!(message.contains(reason), "`{text}` in {before}: {message}");
            assert_eq!((tried.to_string(), &tried), (before.clone(), &game), "after {text}");
            assert!(!legal(&game).iter().any(|legal| legal == text), "{text} in {before}");
        }
    }
}

/// What follows from a position that was read can be read as well, also where points are added that
/// no game leads to.
#[test]
fn what_follows_can_be_read() {
    // The most that is read at the start; more is read as turns go by.
    let most = 1_000_000_000;
    for before in ["12345,0".to_string(), format!("{most},{most}")] {
        let text = format!("0,0,D,0/0,1,F,1,c0,0/0,2,E,2 1 @0,2 {before}");
        let mut game = position(Rules::default(), &completed(Rules::default(), &text));
        play(&mut game, "-");
        assert_eq!(position(Rules::default(), &game.to_string()), game);
    }
    let start = START.replace(" 0,0 ", &format!(" {most},0 "));
    assert_eq!(position(Rules::default(), &start).to_string(), start);
    let start = START.replace(" 0,0 ", &format!(" 0,{} ", most + 1));
    check_refused(Rules::default(), &start, "score of seat 1: `1000000001` is not");
}

/// Whether cells hang together by sides.
fn hang_together(cells: &BTreeSet<(i32, i32)>) -> bool {
    let mut reached = BTreeSet::new();
    let mut next: Vec<_> = cells.first().copied().into_iter().collect();
    while let Some((x, y)) = next.pop() {
        if cells.contains(&(x, y)) && reached.insert((x, y)) {
            next.extend([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
        }
    }
    reached == *cells
}

/// A position in which something was exchanged or moved, in the form of a position.
fn with_fault(text: &str, fault: u8, one: &Index, other: &Index) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_string).collect();
    let mut tiles: Vec<Vec<String>> =
        fields[0].split('/').map(|tile| tile.split(',').map(str::to_string).collect()).collect();
    let (a, b) = (one.index(tiles.len()), other.index(tiles.len()));
    match fault {
        0 => fields[1] = other.index(5).to_string(),
        1 => fields[2] = format!("@{},{}", tiles[a][0], tiles[a][1]),
        2 => fields[2] = other.get(&["-", "end", "A", "C", "X"]).to_string(),
        3 => tiles[a][3] = other.index(4).to_string(),
        4 => tiles.swap(a, b),
        5 => {
            let kind = tiles[a][2].clone();
            tiles[a][2] = std::mem::replace(&mut tiles[b][2], kind);
        }
        6 => {
            let meeple = tiles[a].split_off(4);
            tiles[b].extend(meeple);
        }
        _ => {
            let segment = other.get(&["c0", "c1", "r0", "r1", "m", "f0", "f1"]).to_string();
            tiles[a].iter_mut().skip(4).take(1).for_each(|name| name.clone_from(&segment));
        }
    }
    fields[0] = tiles.iter().map(|tile| tile.join(",")).collect::<Vec<_>>().join("/");
    fields.join(" ")
}

/// What any character of a text may be replaced by.
const CHARACTERS: &[char] = &['0', '1', '7', '-', ',', '/', ' ', '@', 'A', 'D', 'm', 'f', '\u{e9}'];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    /// Which tile of a board can have come last: any but the start tile that holds no meeple and
    /// leaves the others together.
    #[test]
    fn any_tile_without_which_the_others_hang_together_may_be_just_placed(
        players in 2..=5_u8, turns in 0..=40_u32, seed: u64,
    ) {
        let (rules, mut random) = (Rules::default(), Random::new(seed));
        let mut game = played(start(rules, players), 3 * turns, &mut random);
        // After a removed tile another decision comes.
        while game.turn() != Turn::Chance {
            game = played(game, 1, &mut random);
        }
        let text = game.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let tiles: Vec<Vec<&str>> =
            fields[0].split('/').map(|tile| tile.split(',').collect()).collect();
        let cell = |tile: &Vec<&str>| -> (i32, i32) {
            (tile[0].parse().expect("a number"), tile[1].parse().expect("a number"))
        };
        let cells: BTreeSet<_> = tiles.iter().map(cell).collect();
        for tile in &tiles {
            let mut others = cells.clone();
            others.remove(&cell(tile));
            let possible = cell(tile) != (0, 0) && tile.len() == 4 && hang_together(&others);
            let placed = format!("@{},{}", tile[0], tile[1]);
            let text = [&[fields[0], fields[1], &placed], &fields[3..]].concat().join(" ");
            match read(rules, &text) {
                Ok(game) => {
                    prop_assert!(possible, "`{}` was read", text);
                    prop_assert_eq!(game.to_string(), text);
                }
                Err(error) => prop_assert!(!possible, "`{}`: {}", text, error),
            }
        }
    }

    /// A text with faults is refused, or the position is as it is written and a game can go on.
    #[test]
    fn a_text_with_faults_is_refused_or_means_what_it_says(
        start in any_start(),
        events in 0..213_u32,
        faults in faults(),
        character in prop::option::weighted(0.2, any::<(Index, Index)>()),
        seed: u64,
    ) {
        let mut random = Random::new(seed);
        let game = played(start, events, &mut random);
        let character = character.map(|(place, character)| (place, *character.get(CHARACTERS)));
        let text = faulty(game.to_string(), &faults, with_fault, character);
        let players = game.players();
        is_refused_or_means_what_it_says::<Carcassonne>(*game.rules(), players, &text, &mut random);
    }
}
