/** @alone: it installs a fake IndexedDB, which other tests run without. */
import 'fake-indexeddb/auto';

import type { GuestJob, GuestOrderView, GuestView } from '@bindings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GuestQueue } from './guestQueue';
import { waitingTasks } from './guestStorage';

const view = (change: Partial<GuestView> = {}): GuestView => ({
  job: {
    id: 'job',
    title: 'Whitaker re-roof',
    jobNumber: '2482',
    address: '3660 Pierside Dr',
    city: 'Hermitage',
    state: 'TN',
    zip: '37076',
    latitude: null,
    longitude: null,
    status: 'active',
    startDate: '2026-06-11',
    endDate: '2026-06-16',
    inspectionNote: null,
    reportedComplete: null,
    tags: [],
    images: [],
    notes: [],
    workOrders: [],
  },
  contact: { company: 'Summit Roofing', name: 'Marisol Vega', phone: '615-555-0100' },
  name: 'Rosa',
  language: 'spanish',
  may: ['accept', 'photos', 'notes', 'sign', 'complete'],
  state: 'pending',
  endsOn: '2026-07-16',
  ...change,
});

interface Sent {
  path: string;
  key: string | null;
  body: unknown;
}

/** What the server answers to a call; null is no network. */
type Answer = { status: number; body: unknown } | null;

let sent: Sent[];
let answers: (call: Sent) => Answer;
let count = 0;

const started = async (): Promise<GuestQueue> => {
  count += 1;
  const queue = new GuestQueue(`secret-${count}`);
  await queue.start();
  return queue;
};

/** The job that the page shows. */
function jobOf(queue: GuestQueue): GuestJob {
  const { view } = queue.state();
  if (view === null || !('job' in view)) throw new Error('no job is shown');
  return view.job;
}

const note = { kind: 'note', body: { content: 'The dog bites.' } } as const;
const stored = { id: 'n', content: 'The dog bites.', name: 'Rosa', viaLink: true };
const json = (status: number, body: unknown): Answer => ({ status, body });
const isRead = ({ key }: Sent) => key === null;

beforeEach(() => {
  sent = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', async (path: string, { headers, body }: RequestInit = {}) => {
    const key = new Headers(headers).get('idempotency-key');
    const call = { path, key, body: typeof body === 'string' ? JSON.parse(body) : body };
    if (key !== null) sent.push(call);
    const answer = answers(call);
    if (answer === null) throw new TypeError('no network');
    const text = JSON.stringify(answer.body);
    return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a note without a network is stored, and sent once with its key when there is one', async () => {
  answers = (call) => (isRead(call) ? json(200, view()) : null);
  const queue = await started();
  await queue.add(note);
  await queue.sendAll();
  expect(queue.state().offline).toBe(true);
  expect(await waitingTasks(queue.secret)).toMatchObject([{ kind: 'note', refused: null }]);

  // The page is closed; a new one finds the note.
  answers = (call) => (isRead(call) ? json(200, view()) : json(201, { note: stored }));
  const later = new GuestQueue(queue.secret);
  await later.start();
  expect(later.state().waiting).toEqual([]);
  expect(jobOf(later).notes).toEqual([stored]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(await waitingTasks(queue.secret)).toEqual([]);
});

test('what was shown last is shown without a network', async () => {
  answers = () => json(200, view());
  const queue = await started();
  answers = () => null;
  const later = new GuestQueue(queue.secret);
  await later.start();
  expect(later.state()).toMatchObject({ view: view(), offline: true });
});

test('an answer for days that have moved is not given for the new days: the holder is asked again', async () => {
  answers = () => json(200, view());
  const queue = await started();
  const moved = { ...view().job, startDate: '2026-06-12' };
  answers = (call) =>
    isRead(call) ? json(200, view()) : json(409, { error: { code: 'changed' }, job: moved });
  const days = { startDate: '2026-06-11', endDate: '2026-06-16' };
  await queue.add({ kind: 'answer', body: { accepted: true, ...days } });
  await queue.sendAll();
  expect(queue.state()).toMatchObject({ changed: 'days', waiting: [] });
  expect(jobOf(queue).startDate).toBe('2026-06-12');
  expect(queue.state().view?.state).toBe('pending');
});

test('what is refused stays with its reason and does not hold up what comes after it', async () => {
  answers = () => json(200, view());
  const queue = await started();
  const refusal = { error: { code: 'validation', message: 'Choose a picture.' } };
  const gone = { error: { code: 'not_found', message: 'It is no longer there.' } };
  answers = (call) => {
    if (isRead(call)) return json(200, view());
    if (call.path.endsWith('/image')) return json(422, refusal);
    return call.path.endsWith('/sign') ? json(404, gone) : json(201, { note: stored });
  };
  await queue.add({ kind: 'image', bytes: new ArrayBuffer(8), type: 'image/jpeg', name: 'x.jpg' });
  await queue.add({ kind: 'sign', body: { workOrderId: 'gone', name: 'June', seen: 1 } });
  await queue.add(note);
  await queue.sendAll();
  const reasons = [refusal, gone].map(({ error }) => ({ refused: error.message }));
  expect(jobOf(queue).notes).toEqual([stored]);
  expect(queue.state()).toMatchObject({ ended: false, offline: false, waiting: reasons });
  for (const { id } of queue.state().waiting) await queue.discard(id);
  expect(await waitingTasks(queue.secret)).toEqual([]);
});

test('a link that has ended shows nothing more of the job, and keeps what could not be sent', async () => {
  answers = () => json(200, view());
  const queue = await started();
  answers = () => json(404, { error: { code: 'not_found' } });
  await queue.add(note);
  await queue.sendAll();
  expect(queue.state()).toMatchObject({ ended: true, view: null, waiting: [{ kind: 'note' }] });
  answers = () => null;
  const later = new GuestQueue(queue.secret);
  await later.start();
  expect(later.state().view).toBeNull();
});

test('a link that ended while its page was closed shows nothing of what the phone had stored', async () => {
  answers = () => json(200, view());
  const { secret } = await started();
  answers = () => json(404, { error: { code: 'not_found' } });
  const later = new GuestQueue(secret);
  const shown: boolean[] = [];
  later.subscribe(() => shown.push(later.state().ended && later.state().view !== null));
  await later.start();
  expect(later.state()).toMatchObject({ ended: true, view: null });
  expect(shown).not.toContain(true);
});

test('without a signal it tries again by itself', async () => {
  answers = (call) => (isRead(call) ? json(200, view()) : null);
  const queue = await started();
  await queue.add(note);
  await queue.sendAll();
  answers = (call) => (isRead(call) ? json(200, view()) : json(201, { note: stored }));
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(queue.state().waiting).toEqual([]), { timeout: 10_000 });
  expect(queue.state().offline).toBe(false);
});

test('a phone that can store nothing sends at once', async () => {
  answers = (call) => (isRead(call) ? json(200, view()) : json(201, { note: stored }));
  const queue = await started();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await queue.add(note);
  expect(jobOf(queue).notes).toEqual([stored]);
  answers = (call) => (isRead(call) ? json(200, view()) : null);
  await expect(queue.add(note)).rejects.toThrow();
  put.mockRestore();
});

test('a vendor whose order was amended meanwhile sees the new order and answers again', async () => {
  const { contact, name, language, endsOn } = view();
  const order = {
    id: 'order',
    title: 'Shingles',
    version: 3,
    status: 'sent',
    remark: null,
    expectedOn: null,
    dateInserted: '2026-06-01T12:00:00Z',
    items: [],
    deliveryAddress: { address: null, city: 'Hermitage', state: 'TN', zip: null },
  } as const;
  const shown: GuestOrderView = {
    purchaseOrder: { ...order, items: [] },
    contact,
    name,
    language,
    may: [],
    state: 'pending',
    endsOn,
  };
  answers = () => json(200, shown);
  const queue = await started();
  const amended = { ...order, title: 'Shingles and felt', version: 4 };
  answers = (call) =>
    isRead(call) ? json(200, shown) : json(409, { error: { code: 'changed' }, purchaseOrder: amended });
  await queue.add({ kind: 'order', body: { version: 3, confirmed: true } });
  await queue.sendAll();
  expect(queue.state()).toMatchObject({ changed: 'order', waiting: [], view: { purchaseOrder: amended } });

  // The company noted meanwhile that the order was seen.
  const seen = { ...amended, status: 'seen', version: 5 };
  const versions: unknown[] = [];
  answers = (call) => {
    if (isRead(call)) return json(200, shown);
    const { version } = call.body as { version: number };
    versions.push(version);
    return version === 5
      ? json(200, { purchaseOrder: { ...seen, status: 'confirmed', version: 6 } })
      : json(409, { error: { code: 'changed' }, purchaseOrder: seen });
  };
  await queue.add({ kind: 'order', body: { version: 4, confirmed: true } });
  await queue.sendAll();
  expect(queue.state()).toMatchObject({ waiting: [], changed: null });
  expect(versions).toEqual([4, 5]);
  const [first, again] = sent.slice(-2);
  expect(again?.key, 'one answer, whatever happens in between').toBe(first?.key);
  expect(queue.state()).toMatchObject({ view: { purchaseOrder: { status: 'confirmed', version: 6 } } });
});
