//! Work on numbered matches, in parallel and yet in order.
//!
//! Matches are cut into blocks; threads work on the blocks of a chunk (rayon) while the chunk
//! before it is being written. Results come out in match order, so that nothing downstream can
//! depend on the number of threads; memory holds two chunks, however many matches there are.

use rayon::ThreadPool;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

/// Blocks in a chunk for each thread: enough that threads end a chunk together.
const BLOCKS_A_THREAD: u64 = 16;
/// The largest block, which bounds the memory.
const LARGEST_BLOCK: u64 = 4096;
/// Chunks are made larger until they take this long.
const CHUNK_TIME: Duration = Duration::from_millis(250);

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

/// Runs `work` on all of `numbers`, cut into blocks, and hands the results to `sink` in order.
/// `worker` makes what a thread needs for its blocks.
///
/// Returns the first number that was not worked on: the end of `numbers`, or less when `stop` was
/// set.
///
/// # Errors
///
/// The first error of `work`, in the order of numbers, after everything before it went to `sink`;
/// or the first error of `sink`.
pub fn run_in_order<W, B, E>(
    numbers: Range<u64>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, Range<u64>) -> Result<B, E> + Sync,
    mut sink: impl FnMut(B) -> Result<(), E>,
) -> Result<u64, E>
where
    B: Send,
    E: Send,
{
    let (sender, receiver) = sync_channel(1);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let sender = sender;
            let mut next = numbers.start;
            let mut block_size = 1;
            while next < numbers.end && !stop.load(Ordering::Relaxed) {
                let began = Instant::now();
                let blocks = BLOCKS_A_THREAD * pool.current_num_threads() as u64;
                let chunk_end = next.saturating_add(blocks * block_size).min(numbers.end);
                let starts = (next..chunk_end).step_by(block_size as usize);
                let ranges: Vec<_> =
                    starts.map(|from| from..(from + block_size).min(chunk_end)).collect();
                let results: Vec<_> = pool.install(|| {
                    ranges
                        .into_par_iter()
                        .map_init(&worker, |worker, range| {
                            let stopped = stop.load(Ordering::Relaxed);
                            (!stopped).then(|| (range.end, work(worker, range)))
                        })
                        .collect()
                });
                if sender.send(results).is_err() {
                    return;
                }
                next = chunk_end;
                if began.elapsed() < CHUNK_TIME / 2 {
                    block_size = (2 * block_size).min(LARGEST_BLOCK);
                } else if began.elapsed() > 2 * CHUNK_TIME {
                    block_size = (block_size / 2).max(1);
                }
            }
        });
        let mut done = numbers.start;
        for chunk in receiver {
            for block in chunk {
                // After a stop only the blocks before the first one left out are a prefix.
                let Some((end, result)) = block else { return Ok(done) };
                sink(result?)?;
                done = end;
            }
        }
        Ok(done)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collect(numbers: Range<u64>, threads: usize, stop_at: u64) -> (Vec<u64>, Result<u64, u64>) {
        let stop = AtomicBool::new(false);
        let mut seen = Vec::new();
        let result = run_in_order(
            numbers,
            &pool(threads).unwrap(),
            &stop,
            || (),
            |(), range| if range.contains(&777) { Err(777) } else { Ok(range) },
            |range| {
                seen.extend(range);
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

    #[test]
    fn an_error_comes_after_everything_before_it() {
        let (seen, end) = collect(0..10_000, 2, u64::MAX);
        assert_eq!(end, Err(777));
        assert!(seen.iter().copied().eq(0..seen.len() as u64) && seen.len() <= 777);
    }
}
