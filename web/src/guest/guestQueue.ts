/**
 * What a holder does is stored first and then sent, in order, once. Without a network it waits, also when the page is
 * closed meanwhile.
 */
import { newIdempotencyKey } from '@/api/idempotencyKey';
import { type Answers, answeredAgain, applied, corrected } from './guestAnswers';
import { CallFailure, type LinkView, readView, send } from './guestCalls';
import {
  deleteTask,
  deleteView,
  type GuestTask,
  storedView,
  storeTask,
  storeView,
  type WaitingTask,
  waitingTasks,
} from './guestStorage';

/** The waits between tries without a network, in ms. The last one repeats. */
const pauses = [2_000, 5_000, 15_000, 60_000] as const;

/** Stores a task; false where the phone can store nothing. */
const isStored = (task: WaitingTask): Promise<boolean> =>
  storeTask(task).then(
    () => true,
    () => false,
  );

export interface GuestPageState {
  /** Null until something can be shown. */
  view: LinkView | null;
  waiting: readonly WaitingTask[];
  /** The link is wrong or has ended. */
  ended: boolean;
  /** The last call was not answered. */
  offline: boolean;
  /** What changed while an answer was on its way: the holder answers again. */
  changed: 'days' | 'items' | 'order' | null;
}

/** Pages without HTTPS have no locks: there the idempotency keys alone see to it that everything counts once. */
const oneTabAtATime = (secret: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(`ridgeline-link ${secret}`, work) : work();

const bodyOf = (task: GuestTask): object | FormData => {
  if (task.kind !== 'image') return task.body;
  const form = new FormData();
  form.append('image', new Blob([task.bytes], { type: task.type }), task.name);
  return form;
};

/** The page of one link. */
export class GuestQueue {
  #state: GuestPageState = { view: null, waiting: [], ended: false, offline: false, changed: null };
  #listeners = new Set<() => void>();
  #sending: Promise<void> | null = null;
  #tries = 0;
  /** How many answers were applied, by which a read that began before one of them is noticed. */
  #applied = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly secret: string) {}

  state = (): GuestPageState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(change: Partial<GuestPageState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Shows what is stored, and then what the server answers. */
  async start(): Promise<void> {
    const fresh = this.refresh();
    const [view, waiting] = await Promise.all([
      storedView(this.secret),
      waitingTasks(this.secret).catch(() => []),
    ]);
    // The answer may come before what is stored is read: a link that has ended shows nothing of it.
    const shows = view !== undefined && this.#state.view === null && !this.#state.ended;
    this.#set({ waiting, ...(shows && { view }) });
    await fresh;
    await this.sendAll();
  }

  /** Reads what the link shows. False if it has ended, or the server did not answer. */
  async refresh(): Promise<boolean> {
    try {
      const before = this.#applied;
      let view = await readView(this.secret);
      if (this.#applied !== before) view = await readView(this.secret);
      this.#set({ view, ended: false, offline: false });
      await storeView(this.secret, view);
      return true;
    } catch (failure) {
      await this.#failed(failure);
      return false;
    }
  }

  async #failed(failure: unknown): Promise<void> {
    if (!(failure instanceof CallFailure)) throw failure;
    if (failure.ended) {
      this.#set({ ended: true, view: null, offline: false });
      await deleteView(this.secret);
    } else this.#set({ offline: true });
  }

  /** Stores a task and sends it. Throws where the phone can store nothing and the task could not be sent either. */
  async add(task: GuestTask): Promise<void> {
    const id = newIdempotencyKey();
    const at = new Date().toISOString();
    const waiting: WaitingTask = { ...task, id, at, secret: this.secret, refused: null };
    this.#set({ changed: null });
    if (!(await isStored(waiting))) return this.#sendUnstored(waiting);
    this.#set({ waiting: [...this.#state.waiting, waiting] });
    void this.sendAll();
  }

  async #sendUnstored(task: WaitingTask): Promise<void> {
    const answer = (await send(this.secret, task.kind, bodyOf(task), task.id)) as Answers;
    const { view } = this.#state;
    if (view !== null) this.#set({ view: applied(view, task, answer), offline: false });
  }

  /** Removes a refused task. */
  async discard(id: string): Promise<void> {
    await deleteTask(id);
    this.#set({ waiting: this.#state.waiting.filter((task) => task.id !== id) });
  }

  /** Sends what waits, one task after the other. */
  sendAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending ??= oneTabAtATime(this.secret, () => this.#sendEach()).finally(() => {
      this.#sending = null;
      this.#tryLater();
    });
    return this.#sending;
  }

  async #sendEach(): Promise<void> {
    for (;;) {
      // Another tab may have sent some.
      const waiting = await waitingTasks(this.secret).catch(() => []);
      this.#set({ waiting });
      const next = waiting.find((task) => task.refused === null);
      if (next === undefined || !(await this.#sendOne(next))) return;
    }
  }

  /** Sends one task. False where the others have to wait. */
  async #sendOne(task: WaitingTask): Promise<boolean> {
    try {
      const answer = (await send(this.secret, task.kind, bodyOf(task), task.id)) as Answers;
      this.#tries = 0;
      await this.#done(task, (view) => applied(view, task, answer));
      return true;
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure;
      if (failure.passing) {
        await this.#failed(failure);
        return false;
      }
      // Either the link has ended, or only what the task is about is gone: what can be read tells which.
      if (failure.ended && !(await this.refresh())) return false;
      return this.#refused(task, failure);
    }
  }

  async #done(task: WaitingTask, change: (view: LinkView) => LinkView): Promise<void> {
    this.#applied += 1;
    await deleteTask(task.id);
    const { view } = this.#state;
    const shown = view === null ? null : change(view);
    const waiting = this.#state.waiting.filter(({ id }) => id !== task.id);
    this.#set({ view: shown, waiting, offline: false });
    if (shown !== null) await storeView(this.secret, shown);
  }

  async #refused(task: WaitingTask, failure: CallFailure): Promise<boolean> {
    const { view } = this.#state;
    const now = failure.code === 'changed' && view !== null ? corrected(view, failure.current) : null;
    if (now !== null) {
      const again = view === null ? null : answeredAgain(task, view, now);
      // A refused call claims no key, so the task keeps its own: it is stored at every moment.
      if (again !== null && (await isStored({ ...task, ...again }))) {
        this.#applied += 1;
        this.#set({ view: now, offline: false });
        await storeView(this.secret, now);
        return true;
      }
      // An answer to something else is of no use: the holder sees what is true now, and answers again.
      await this.#done(task, () => now);
      this.#set({ changed: task.kind === 'sign' ? 'items' : task.kind === 'order' ? 'order' : 'days' });
      return true;
    }
    const refused = { ...task, refused: failure.message };
    await storeTask(refused);
    this.#set({
      waiting: this.#state.waiting.map((each) => (each.id === task.id ? refused : each)),
      offline: false,
    });
    return true;
  }

  #tryLater(): void {
    const waits = this.#state.waiting.some((task) => task.refused === null);
    if (this.#state.ended || !(waits || this.#state.offline)) return;
    const pause = pauses[Math.min(this.#tries, pauses.length - 1)];
    this.#tries += 1;
    this.#timer = setTimeout(() => void this.resume(), pause);
  }

  /** The network or the page is back. */
  async resume(): Promise<void> {
    await this.refresh();
    await this.sendAll();
  }
}
