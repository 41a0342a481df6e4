//! Carcassonne, the base game, for 2 to 5 players.
//!
//! # The rules in short
//!
//! On a turn a seat draws a tile, lays it beside others so that the edges match, and may put a meeple
//! on one segment of it (road, city, cloister or field) if nobody has a meeple in the whole feature
//! that the segment then belongs to. Complete roads, cities and cloisters score for the seats with
//! most meeples in them, who all get the full value, and their meeples come back. When the bag is
//! empty, unfinished features score less, and fields score for the complete cities that they touch.
//!
//! Some rules can be varied, see [`Rules`]. Events are draws `*K`, tiles `1,-2,3`, meeples `c0` or `-`.
//!
//! # Where things are
//!
//! [`Rules`] in `rules.rs`; the kinds of tiles in [`tiles`]; cells, segments, actions and draws in
//! `moves.rs`; where tiles fit in `spots.rs`; joined segments in `features.rs`; the position and its
//! turns in `state.rs`; values and who scores them in `score.rs`; text in `notation.rs`; the picture
//! for people in `diagram.rs`.
//!
//! # Text
//!
//! A tile action is `x,y,r`: the cell (x grows to the east, y to the north, the start tile lies on 0,0)
//! and the quarter turns clockwise; with `turn-actions=combined` the claimed segment may follow. A
//! meeple action is the [`Segment`] or `-`. A position is seven fields between blanks, such as
//!
//! `0,0,D,0/1,0,A,1,r0,0 1 - 0,0 6,7 141352132333232313218941 000000000000000000000000`
//!
//! - all tiles, sorted by x, then y: `x,y,KIND,ROTATION`, and `,SEGMENT,SEAT` where a meeple stands;
//! - the seat whose turn it is, `-` when the game is over;
//! - what comes next: `-` a draw, the letter of the tile in hand, `@x,y` the meeple decision for the
//!   tile there, `end` nothing;
//! - scores, and meeples in the supplies, by seat;
//! - the numbers of tiles of the kinds A to X in the bag, and of those removed unplaced.
//!
//! # State
//!
//! There is no grid, so the board has no edge. Tiles are listed in the order of placing, each with its
//! cell. The empty cells beside them, at most 146, are a sorted list of words; each word holds the
//! cell, the up to four tiles beside it and what they show towards it. So a cell knows its neighbours
//! without a map of the board, a table gives the rotations of a kind that fit it, and the number of
//! placements of every kind is kept as the list changes. Coordinates are from -71 to 71 because 72
//! tiles hang together, all in one line being the extreme.
//!
//! Segments, at most 243, are joined in a disjoint-set forest; all that is counted of a feature is one
//! word at its root (`features.rs`). What is complete, occupied or free to claim is read off there.
//! The whole position takes about 3.2 KiB and is copied as it is.
//!
//! Two positions are equal when they look the same, in whatever order their tiles were placed; random
//! choices do not depend on that order either.
//!
//! # Choices where the rules text leaves one
//!
//! - Scores before the end are the points made so far, and so are the ranks; what the final scoring
//!   would add is [`Carcassonne::final_points`].
//! - The reader takes scores up to a thousand million and 400 more for each turn that is over, so
//!   that every position that follows from one that was read can be read too.
//! - Coordinates beyond 71 are refused by their form, in actions too: no board reaches them.
//! - A position that breaks several rules is refused for one of them.

mod diagram;
mod features;
mod moves;
mod notation;
mod rules;
mod score;
mod spots;
mod state;
pub mod tiles;

pub use moves::{Action, Cell, Draw, Segment};
pub use rules::{Farmers, FieldScoring, Rules, SmallCity, TurnActions};
pub use state::{Carcassonne, PlacedTile};
