//! Work on numbered matches, in parallel and yet in order.
//!
//! Threads take blocks of matches, one after the other; results are handed on in match order as soon
//! as everything before them is done. So nothing downstream can depend on the number of threads, what
//! is done is not held back, and memory is bounded however many matches there are: no thread begins a
//! block too far ahead of what has been handed on. A block that turns out slow is handed on in parts,
//! and a stop is felt after the match under way.

use rayon::ThreadPool;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Blocks are made so large that they take about this long: short enough for a stop to be felt, long
/// enough for the work on blocks not to count.
const BLOCK_TIME: Duration = Duration::from_millis(20);
/// The largest block.
const LARGEST_BLOCK: u64 = 4096;
/// How many matches may be begun ahead of what has been handed on, where their results are small.
pub const MOST_AHEAD: u64 = 1 << 17;

/// A pool of `threads` threads; 0 stands for one a core.
///
/// # Errors
///
/// If the system gives no threads.
pub fn pool(threads: usize) -> anyhow::Result<ThreadPool> {
    use anyhow::Context;
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .with_context(|| format!("cannot start {threads} threads"))
}

/// What the threads share: which matches to take next.
struct Claims {
    /// The first number that nobody has taken.
    next: u64,
    end: u64,
    /// The first number that has not been handed on.
    handed_on: u64,
    block_size: u64,
    most_ahead: u64,
}

/// The claims, and a bell for those who wait because they are too far ahead.
struct Desk<'a> {
    claims: Mutex<Claims>,
    handed_on: Condvar,
    stop: &'a AtomicBool,
    failed: AtomicBool,
}

impl Desk<'_> {
    /// Nobody panics while holding the lock, so its contents are good.
    fn lock(&self) -> MutexGuard<'_, Claims> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next block to work on, once it is not too far ahead; none at the end or after a stop.
    fn take(&self) -> Option<Range<u64>> {
        let mut claims = self.lock();
        loop {
            let over = self.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed);
            if over || claims.next >= claims.end {
                return None;
            }
            if claims.next - claims.handed_on < claims.most_ahead {
                let block_end = (claims.next + claims.block_size).min(claims.end);
                let block = claims.next..block_end;
                claims.next = block_end;
                return Some(block);
            }
            // Wakes up now and then, since a stop rings no bell.
            let waited = self.handed_on.wait_timeout(claims, BLOCK_TIME);
            claims = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Sizes the next blocks by how long so many matches took.
    fn learn(&self, matches: u64, took: Duration) {
        let mut claims = self.lock();
        if took < BLOCK_TIME / 2 && matches == claims.block_size {
            claims.block_size = (2 * claims.block_size).min(LARGEST_BLOCK);
        } else if took > 2 * BLOCK_TIME {
            claims.block_size = claims.block_size.min(matches.div_ceil(2));
        }
    }

    fn hand_on(&self, end: u64) {
        self.lock().handed_on = end;
        self.handed_on.notify_all();
    }
}

/// Tells the other threads to stop when this one panics, since they would wait for it.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// A part of the results: its numbers, and what came of them.
type Part<B, E> = (Range<u64>, Result<B, E>);

/// Works on a block and sends the results, in parts if it is slow. Returns whether to go on.
fn work_on<B: Default, E>(
    desk: &Desk<'_>,
    block: Range<u64>,
    mut work: impl FnMut(u64, &mut B) -> Result<(), E>,
    sender: &Sender<Part<B, E>>,
) -> bool {
    let mut began = Instant::now();
    let (mut part, mut start) = (B::default(), block.start);
    for number in block.clone() {
        if let Err(error) = work(number, &mut part) {
            // What came before it is good; the error stands in the place of its own number.
            let part_is_sent = start == number || sender.send((start..number, Ok(part))).is_ok();
            return part_is_sent && sender.send((number..number + 1, Err(error))).is_ok();
        }
        let end = number + 1;
        // Large blocks come after fast matches: there the clock is looked at now and then.
        let may_be_slow = block.end - block.start < 64 || number.is_multiple_of(16);
        let stopped = desk.stop.load(Ordering::Relaxed);
        if end == block.end || stopped || may_be_slow && began.elapsed() > 2 * BLOCK_TIME {
            desk.learn(end - start, began.elapsed());
            if sender.send((start..end, Ok(std::mem::take(&mut part)))).is_err() {
                return false;
            }
            (start, began) = (end, Instant::now());
        }
        if stopped {
            return false;
        }
    }
    true
}

/// Runs `work` on each of `numbers`; it adds its results to a block (nothing where it fails), and the
/// blocks go to `sink` in order. `worker` makes what a thread needs. At most about `most_ahead`
/// numbers are begun ahead of what was handed on, which bounds the memory. When `stop` is set, matches
/// under way are finished and no more are begun.
///
/// Returns the first number that was not worked on: the end of `numbers`, or less after a stop.
///
/// # Errors
///
/// The first error of `work`, in the order of numbers, after everything before it went to `sink`;
/// or the first error of `sink`.
pub fn run_in_order<W, B, E>(
    numbers: Range<u64>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    most_ahead: u64,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64, &mut B) -> Result<(), E> + Sync,
    mut sink: impl FnMut(B) -> Result<(), E>,
) -> Result<u64, E>
where
    B: Default + Send,
    E: Send,
{
    let desk = Desk {
        claims: Mutex::new(Claims {
            next: numbers.start,
            end: numbers.end,
            handed_on: numbers.start,
            block_size: 1,
            most_ahead,
        }),
        handed_on: Condvar::new(),
        stop,
        failed: AtomicBool::new(false),
    };
    let (sender, receiver) = channel();
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            let sender = sender.clone();
            scope.spawn(|_| {
                let sender = sender;
                let _guard = StopOnPanic(&desk.failed);
                let mut worker = worker();
                while let Some(block) = desk.take() {
                    if !work_on(
                        &desk,
                        block,
                        |number, part| work(&mut worker, number, part),
                        &sender,
                    ) {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let _guard = StopOnPanic(&desk.failed);
        let mut done = numbers.start;
        let mut waiting = BTreeMap::new();
        for (block, result) in receiver {
            waiting.insert(block.start, (block.end, result));
            while let Some((end, result)) = waiting.remove(&done) {
                if let Err(error) = result.and_then(&mut sink) {
                    desk.failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                done = end;
                desk.hand_on(done);
            }
        }
        Ok(done)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    fn collect(numbers: Range<u64>, threads: usize, stop_at: u64) -> (Vec<u64>, Result<u64, u64>) {
        let stop = AtomicBool::new(false);
        let mut seen = Vec::new();
        let result = run_in_order(
            numbers,
            &pool(threads).unwrap(),
            &stop,
            MOST_AHEAD,
            || (),
            |(), number, part: &mut Vec<u64>| {
                if number == 777 {
                    return Err(777);
                }
                part.push(number);
                Ok(())
            },
            |part| {
                seen.extend(part);
                if seen.len() as u64 >= stop_at {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok(())
            },
        );
        (seen, result)
    }

    #[test]
    fn every_number_comes_once_and_in_order() {
        for threads in [1, 2, 5] {
            let (seen, end) = collect(1000..250_000, threads, u64::MAX);
            assert!(seen.iter().copied().eq(1000..250_000));
            assert_eq!(end, Ok(250_000));
        }
        assert_eq!(collect(5..5, 2, u64::MAX), (vec![], Ok(5)));
    }

    #[test]
    fn a_stop_leaves_a_prefix() {
        let (seen, end) = collect(1000..100_000_000, 2, 5000);
        let end = end.unwrap();
        assert!(seen.iter().copied().eq(1000..end));
        assert!((6000..100_000_000).contains(&end));
    }

    /// Blocks have grown large on fast matches when slow ones come: a stop is felt all the same, and
    /// what is done is handed on.
    #[test]
    fn a_stop_is_felt_within_a_block() {
        let stop = AtomicBool::new(false);
        let began = Instant::now();
        let end = run_in_order(
            0..1 << 20,
            &pool(2).unwrap(),
            &stop,
            MOST_AHEAD,
            || (),
            |(), number, _: &mut ()| {
                if number > 100_000 {
                    std::thread::sleep(Duration::from_millis(5));
                    stop.store(number > 100_020, Ordering::Relaxed);
                }
                Ok::<_, ()>(())
            },
            |()| Ok(()),
        );
        assert!((90_000..200_000).contains(&end.unwrap()));
        assert!(began.elapsed() < Duration::from_secs(5));
    }

    /// A panic comes out instead of leaving the other threads to wait.
    #[test]
    fn a_panic_ends_the_run() {
        for sink_panics in [false, true] {
            let run = || {
                run_in_order(
                    0..10 * MOST_AHEAD,
                    &pool(3).unwrap(),
                    &AtomicBool::new(false),
                    1000,
                    || (),
                    |(), number, last: &mut u64| {
                        assert!(sink_panics || number != 777);
                        *last = number;
                        Ok::<_, ()>(())
                    },
                    |last| {
                        assert!(!sink_panics || last < 777);
                        Ok(())
                    },
                )
            };
            assert!(std::panic::catch_unwind(run).is_err());
        }
    }

    /// One slow match does not hold back what comes before it, and does not let the others run away.
    #[test]
    fn a_slow_match_bounds_how_far_others_go() {
        let furthest = AtomicU64::new(0);
        let result = run_in_order(
            0..10 * MOST_AHEAD,
            &pool(3).unwrap(),
            &AtomicBool::new(false),
            MOST_AHEAD,
            || (),
            |(), number, _: &mut ()| {
                if number == 1000 {
                    std::thread::sleep(Duration::from_millis(300));
                    assert!(furthest.load(Ordering::Relaxed) <= 1000 + MOST_AHEAD + LARGEST_BLOCK);
                }
                furthest.fetch_max(number, Ordering::Relaxed);
                Ok::<_, ()>(())
            },
            |()| Ok(()),
        );
        assert_eq!(result, Ok(10 * MOST_AHEAD));
    }

    #[test]
    fn an_error_comes_after_everything_before_it() {
        let (seen, end) = collect(0..10_000, 2, u64::MAX);
        assert_eq!(end, Err(777));
        assert!(seen.iter().copied().eq(0..777));
    }
}
