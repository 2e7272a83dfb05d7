//! What a piece of work costs: the processor time of its thread, which no other process changes, and the most
//! memory that it held.

use std::time::Duration;

use crate::allocator;

/// How long one input of some kilobytes may take in a build without optimizations. It finds loops that do not
/// end, and nothing finer: for that there is [`assert_linear`].
pub const TIMEOUT: Duration = Duration::from_secs(2);

/// What a parser may hold besides a multiple of its input: buffers, tables and messages.
const BESIDES: usize = 64 << 10;

/// What one piece of work took.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// The processor time of the thread.
    pub time: Duration,
    /// The most bytes that it held at once, with its result.
    pub memory: usize,
}

impl Cost {
    /// Whether this is little for so many bytes: at most so many times their size in memory, and done in time.
    #[must_use]
    pub fn is_small_for(self, bytes: usize, times: usize) -> bool {
        self.memory <= bytes * times + BESIDES && self.time < TIMEOUT
    }
}

/// Does the work and measures it.
pub fn of<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    let (held, started) = (allocator::begin(), thread_time());
    let done = work();
    let time = thread_time().saturating_sub(started);
    let memory = usize::try_from(allocator::peak() - held).unwrap_or(0);
    (done, Cost { time, memory })
}

/// Checks that ten times the input takes about ten times as long, where a nested loop takes a hundred times as
/// long; and at most so many times its size in memory.
///
/// # Panics
/// If it takes longer, or more memory.
pub fn assert_linear<I: AsRef<[u8]>, T>(
    name: &str,
    times: usize,
    input: impl Fn(usize) -> I,
    work: impl Fn(&I) -> T,
) {
    /// Below this a measurement says nothing.
    const NOISE: Duration = Duration::from_millis(4);
    let fastest = |repeats: usize| {
        let input = input(repeats);
        let costs = [(); 3].map(|()| of(|| drop(work(&input))).1);
        let least = costs.iter().map(|cost| cost.time).min().unwrap_or_default();
        let (bytes, memory) = (input.as_ref().len(), costs[0].memory);
        assert!(costs[0].memory <= bytes * times + BESIDES, "{name}: {memory} for {bytes} bytes");
        least
    };
    let (short, long) = (fastest(1_000), fastest(10_000));
    assert!(long < NOISE.max(short * 40), "{name}: {short:?}, of ten times as much {long:?}");
}

#[expect(unsafe_code, reason = "the standard library has no clock of a thread")]
fn thread_time() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is that of a local value.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut now) };
    assert_eq!(failed, 0, "every Unix has this clock");
    let part = |number: i64| u64::try_from(number).unwrap_or(0);
    Duration::from_secs(part(now.tv_sec)) + Duration::from_nanos(part(now.tv_nsec))
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    #[test]
    fn memory_that_is_freed_again_counts_and_earlier_memory_does_not() {
        let before = vec![0_u8; 1 << 20];
        let (kept, cost) = of(|| {
            drop(black_box(vec![0_u8; 1 << 16]));
            black_box(vec![0_u8; 1 << 12])
        });
        assert!((1 << 16..1 << 17).contains(&cost.memory), "{cost:?}");
        assert_eq!((before.len(), kept.len()), (1 << 20, 1 << 12));
    }

    fn count_up_to(most: usize) -> usize {
        (0..most).fold(0, |sum, number| black_box(sum ^ number))
    }

    #[test]
    fn a_parser_that_reads_its_input_once_is_linear() {
        assert_linear(
            "once",
            1,
            |repeats| vec![0_u8; repeats * 10],
            |input| count_up_to(input.len()),
        );
    }

    #[test]
    #[should_panic(expected = "of ten times as much")]
    fn a_parser_that_reads_its_input_for_each_of_its_bytes_is_found() {
        let work = |input: &Vec<u8>| input.iter().map(|_| count_up_to(input.len())).sum::<usize>();
        assert_linear("each", 1, |repeats| vec![0_u8; repeats / 4], work);
    }
}
