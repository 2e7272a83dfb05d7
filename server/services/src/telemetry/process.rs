//! The resources of this process, under Prometheus' standard names.

use prometheus_client::registry::Registry;

/// Adds the kernel's data of this process, as far as available.
#[cfg(target_os = "linux")]
pub fn register(registry: &mut Registry) {
    use procfs::{
        WithCurrentSystemInfo as _,
        process::{LimitValue, Process},
    };
    use prometheus_client::metrics::{counter::ConstCounter, gauge::ConstGauge};

    fn whole(number: u64) -> ConstGauge {
        ConstGauge::new(i64::try_from(number).unwrap_or(i64::MAX))
    }

    let Ok(process) = Process::myself() else { return };
    if let Ok(stat) = process.stat() {
        let ticks = u32::try_from(stat.utime + stat.stime).unwrap_or(u32::MAX);
        let a_second = u32::try_from(procfs::ticks_per_second()).unwrap_or(100);
        let seconds = f64::from(ticks) / f64::from(a_second);
        registry.register("process_cpu_seconds", "Processor time", ConstCounter::new(seconds));
        let resident = stat.rss_bytes().get();
        registry.register("process_resident_memory_bytes", "Memory in use", whole(resident));
        registry.register("process_virtual_memory_bytes", "Memory addressed", whole(stat.vsize));
        registry.register("process_threads", "Threads", ConstGauge::new(stat.num_threads));
    }
    if let Ok(open) = process.fd_count() {
        let open = u64::try_from(open).unwrap_or(u64::MAX);
        registry.register("process_open_fds", "Files and connections that are open", whole(open));
    }
    if let Ok(limits) = process.limits()
        && let LimitValue::Value(most) = limits.max_open_files.soft_limit
    {
        registry.register(
            "process_max_fds",
            "The limit of open files and connections",
            whole(most),
        );
    }
}

/// How many files and connections this process may have open, as far as known.
#[cfg(target_os = "linux")]
#[must_use]
pub fn max_open_files() -> Option<u64> {
    use procfs::process::{LimitValue, Process};

    let limits = Process::myself().and_then(|process| process.limits()).ok()?;
    match limits.max_open_files.soft_limit {
        LimitValue::Value(most) => Some(most),
        LimitValue::Unlimited => None,
    }
}

/// Other kernels are not supported.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub const fn max_open_files() -> Option<u64> {
    None
}

/// Other kernels are not supported.
#[cfg(not(target_os = "linux"))]
pub const fn register(_: &mut Registry) {}
