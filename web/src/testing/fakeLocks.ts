type Work = (lock: { name: string } | null) => unknown;

/** Locks for one test file: Node's locks are shared by all files that run at the same time. */
export function fakeLocks() {
  const locks = new Map<string, Promise<unknown>>();
  const request = (name: string, ...rest: [Work] | [{ ifAvailable: boolean }, Work]): Promise<unknown> => {
    const work = rest.at(-1) as Work;
    const before = locks.get(name);
    if (rest.length === 2 && before !== undefined) return Promise.resolve(work(null));
    const turn: Promise<unknown> = Promise.resolve(before)
      .catch(() => undefined)
      .then(() => work({ name }))
      .finally(() => {
        if (locks.get(name) === turn) locks.delete(name);
      });
    locks.set(name, turn);
    return turn;
  };
  return { request };
}
