//! The queue of imports: bounded, and with a deadline.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use domain::types::ids::CompanyId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many files are checked and stored at once: each is in memory for that long.
const AT_ONCE: usize = 2;

/// Imports of all companies that may be running or waiting, with their files on disk.
const MAX: usize = 32;

/// Imports of one company that may be running or waiting.
const MAX_PER_COMPANY: usize = 8;

/// An import waits this long at most.
const DEADLINE: Duration = Duration::from_mins(2);

/// The queue is full, or the deadline passed. The import may be sent again later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many files are being imported")]
pub struct ImportQueueBusy;

/// The places for imports of this process, in the order in which the files arrived.
#[derive(Clone, Debug)]
pub struct ImportQueue {
    places: Arc<Semaphore>,
    requests: Requests,
}

type Requests = Arc<Mutex<HashMap<CompanyId, usize>>>;

/// A place. It is free again when this is dropped.
#[derive(Debug)]
pub struct ImportPlace {
    _place: OwnedSemaphorePermit,
    _request: Request,
}

/// An import that is counted; dropping it ends that.
#[derive(Debug)]
struct Request {
    requests: Requests,
    company: CompanyId,
}

impl Drop for Request {
    fn drop(&mut self) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = requests.get_mut(&self.company) {
            *count -= 1;
            if *count == 0 {
                requests.remove(&self.company);
            }
        }
    }
}

impl Default for ImportQueue {
    fn default() -> Self {
        Self { places: Arc::new(Semaphore::new(AT_ONCE)), requests: Arc::default() }
    }
}

impl ImportQueue {
    /// Waits for a place.
    ///
    /// # Errors
    /// [`ImportQueueBusy`] when the queue is full or the deadline passed.
    pub async fn place(&self, company: CompanyId) -> Result<ImportPlace, ImportQueueBusy> {
        let request = self.join(company)?;
        let waiting = tokio::time::timeout(DEADLINE, self.places.clone().acquire_owned());
        let place = waiting.await.map_err(|_| ImportQueueBusy)?.map_err(|_| ImportQueueBusy)?;
        Ok(ImportPlace { _place: place, _request: request })
    }

    /// How many imports are running or waiting.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }

    fn join(&self, company: CompanyId) -> Result<Request, ImportQueueBusy> {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let own = requests.get(&company).copied().unwrap_or_default();
        if own >= MAX_PER_COMPANY || requests.values().sum::<usize>() >= MAX {
            return Err(ImportQueueBusy);
        }
        requests.insert(company, own + 1);
        Ok(Request { requests: self.requests.clone(), company })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use uuid::Uuid;

    use super::*;

    fn company(number: usize) -> CompanyId {
        CompanyId(Uuid::from_u128(number as u128))
    }

    #[tokio::test(start_paused = true)]
    async fn a_third_import_waits_for_one_of_two_and_not_forever() {
        let queue = ImportQueue::default();
        let first = queue.place(company(1)).await.expect("a place");
        let second = queue.place(company(2)).await.expect("a place");
        assert_eq!(queue.place(company(3)).await.err(), Some(ImportQueueBusy));
        assert_eq!(queue.requests(), 2);
        let (third, ()) = tokio::join!(queue.place(company(3)), async { drop(first) });
        assert!(third.is_ok());
        drop((second, third));
        assert_eq!(queue.requests(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn one_company_cannot_fill_the_queue_and_all_of_them_have_a_limit() {
        let queue = ImportQueue::default();
        let of_one = join_all((0..MAX).map(|_| queue.place(company(1))));
        let others = join_all((2..MAX + 2).map(|number| queue.place(company(number))));
        let counted = async { queue.requests() };
        let (of_one, others, most) = tokio::join!(of_one, others, counted);
        assert_eq!(most, MAX);
        let places = |served: Vec<Result<ImportPlace, ImportQueueBusy>>| {
            served.into_iter().flatten().count()
        };
        assert_eq!(places(of_one) + places(others), AT_ONCE, "the others' deadline passed");
        assert_eq!(queue.requests(), 0);
        assert!(queue.place(company(1)).await.is_ok());
    }
}
