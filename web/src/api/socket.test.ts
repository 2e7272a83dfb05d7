import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connections, line } from '@/testing/liveServer';
import { aUser, mockServer, refusal } from '@/testing/render';

import { type LiveSocket, openSocket, reconnectDelay } from './socket';
import { readToken, storeToken } from './token';

const profile = 'GET /api/auth/fetchProfile';

let socket: LiveSocket | undefined;

const onJoined = vi.fn<(rooms: readonly string[]) => void>();
const onLost = vi.fn<() => void>();
const onEvents = vi.fn<(events: readonly unknown[]) => void>();

function open() {
  const lines = connections();
  socket = openSocket(['company_1'], { onJoined, onLost, onEvents });
  return lines;
}

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  storeToken('secret');
});
afterEach(() => socket?.close());

test('who it is comes first, then what it wants to hear, and the token stands in no address', () => {
  open();
  expect(line().url).toBe('ws://localhost:3000/api/socket');
  line().open();
  expect(line().sent).toEqual([{ type: 'identify', token: 'secret' }]);
  line().say({ type: 'identified', userId: '1' });
  expect(line().sent[1]).toEqual({ type: 'subscribe', rooms: ['company_1'] });
  expect(onJoined).not.toHaveBeenCalled();
  line().say({ type: 'subscribed', rooms: ['company_1'] });
  expect(onJoined).toHaveBeenCalledExactlyOnceWith(['company_1']);
});

test('it comes back for ever, after pauses that grow from one second to five and are never all alike', async () => {
  const pauses = [0, 1, 2, 3, 4, 50].map((attempt) => [
    reconnectDelay(attempt, 0),
    reconnectDelay(attempt, 1),
  ]);
  expect(pauses).toEqual([
    [1000, 1500],
    [1200, 2400],
    [1920, 3840],
    [2500, 5000],
    [2500, 5000],
    [2500, 5000],
  ]);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const lines = open();
  for (const pause of [1500, 2400, 3840, 5000, 5000, 5000]) {
    const tries = lines.length;
    line().cut();
    await after(pause - 1);
    expect(lines).toHaveLength(tries);
    await after(1);
    expect(lines).toHaveLength(tries + 1);
  }
  line().welcome();
  line().cut();
  await after(1500);
  expect(lines).toHaveLength(8);
});

test('every room is asked for again when the line is back, those that came later too', async () => {
  open();
  line().welcome();
  socket?.join(['chat_1', 'company_1']);
  expect(line().sent.at(-1)).toEqual({ type: 'subscribe', rooms: ['chat_1'] });
  line().allow();
  expect(onJoined).toHaveBeenLastCalledWith(['chat_1']);
  line().cut(4408);
  expect(onLost).toHaveBeenCalledOnce();
  await after(5_000);
  line().welcome();
  expect(line().sent.at(-1)).toEqual({ type: 'subscribe', rooms: ['company_1', 'chat_1'] });
  expect(onJoined).toHaveBeenLastCalledWith(['company_1', 'chat_1']);
});

test('a room that was refused is not asked for again and again', async () => {
  open();
  line().welcome();
  socket?.join(['chat_9']);
  line().say({ type: 'subscribed', rooms: [] });
  line().say({ type: 'error', code: 'forbidden', room: 'chat_9' });
  line().cut();
  await after(5_000);
  line().welcome();
  expect(line().sent.at(-1)).toEqual({ type: 'subscribe', rooms: ['company_1'] });
});

test('a line that has gone dead without a word is found out within a minute', async () => {
  const lines = open();
  line().welcome();
  await after(60_000);
  expect(onLost).toHaveBeenCalledOnce();
  expect(lines.length).toBeGreaterThan(1);
});

test('a line on which nothing happens stays, as long as it answers', async () => {
  const lines = open();
  line().welcome();
  for (let step = 0; step < 200; step += 1) {
    const said = line().sent.length;
    await after(3_000);
    if (line().sent.length > said) line().allow();
  }
  expect(onLost).not.toHaveBeenCalled();
  expect(onJoined).toHaveBeenCalledOnce();
  expect(lines).toHaveLength(1);
});

test('a server that takes the line and says nothing is left after ten seconds', async () => {
  const lines = open();
  line().open();
  await after(9_999);
  expect(lines).toHaveLength(1);
  await after(1_501);
  expect(lines).toHaveLength(2);
});

test('a network that is back, and a page that is looked at again, do not wait for the pause', async () => {
  const lines = open();
  line().welcome();
  window.dispatchEvent(new Event('offline'));
  expect(onLost).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event('online'));
  expect(lines).toHaveLength(2);
  line().cut();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(lines).toHaveLength(3);
  await after(5_000);
  expect(lines).toHaveLength(3);
});

test('a laptop that wakes up knows within five seconds whether its line is still there', async () => {
  const lines = open();
  line().welcome();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(line().sent.at(-1)).toEqual({ type: 'subscribe', rooms: ['company_1'] });
  await after(4_999);
  expect(onLost).not.toHaveBeenCalled();
  await after(1_501);
  expect(onLost).toHaveBeenCalledOnce();
  expect(lines).toHaveLength(2);
});

test('a session that was ended elsewhere ends here', async () => {
  mockServer({ [profile]: refusal(401, 'unauthenticated', 'no') });
  open();
  line().welcome();
  line().cut(4401);
  await after(0);
  expect(readToken()).toBeNull();
});

test('nobody is signed out because a slow line took too long to say who it is', async () => {
  mockServer({ [profile]: { user: aUser, company: null } });
  const lines = open();
  line().open();
  line().cut(4401);
  await after(1_500);
  expect(readToken()).toBe('secret');
  expect(lines).toHaveLength(2);
});

test('what makes no sense is passed over, and what does arrives', () => {
  open();
  line().welcome();
  for (const nonsense of ['{', '7', 'null', { type: 'news' }, { type: 'events' }, { type: 'subscribed' }])
    line().say(nonsense);
  line().say({
    type: 'events',
    events: [null, { event: 3 }, { event: 'job', room: 'company_1', data: { id: '1' } }],
  });
  expect(onEvents).toHaveBeenLastCalledWith([{ event: 'job', data: { id: '1' } }]);
  expect(onLost).not.toHaveBeenCalled();
});

test('a browser that allows no such line is no worse off', async () => {
  vi.stubGlobal('WebSocket', function refuse() {
    throw new DOMException('not allowed', 'SecurityError');
  });
  socket = openSocket(['company_1'], { onJoined, onLost, onEvents });
  await after(60_000);
  expect(onLost).not.toHaveBeenCalled();
});

test('who leaves leaves nothing behind', async () => {
  const lines = open();
  line().welcome();
  socket?.close();
  expect(line().readyState).toBe(3);
  window.dispatchEvent(new Event('online'));
  await after(60_000);
  expect(lines).toHaveLength(1);
});
