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
  const sockets = connections();
  socket = openSocket(['company_1'], { onJoined, onLost, onEvents });
  return sockets;
}

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  storeToken('secret');
});
afterEach(() => socket?.close());

test('it identifies first and then subscribes, and the token is not in the URL', () => {
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

test('it reconnects without limit, after random pauses that grow from one second to five', async () => {
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
  const sockets = open();
  for (const pause of [1500, 2400, 3840, 5000, 5000, 5000]) {
    const count = sockets.length;
    line().cut();
    await after(pause - 1);
    expect(sockets).toHaveLength(count);
    await after(1);
    expect(sockets).toHaveLength(count + 1);
  }
  line().welcome();
  line().cut();
  await after(1500);
  expect(sockets).toHaveLength(8);
});

test('it rejoins every room after a reconnect, also those joined later', async () => {
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

test('a room that was refused is not requested again', async () => {
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

test('a dead connection is detected within a minute', async () => {
  const sockets = open();
  line().welcome();
  await after(60_000);
  expect(onLost).toHaveBeenCalledOnce();
  expect(sockets.length).toBeGreaterThan(1);
});

test('a silent connection stays open as long as the server responds', async () => {
  const sockets = open();
  line().welcome();
  for (let step = 0; step < 200; step += 1) {
    const frames = line().sent.length;
    await after(3_000);
    if (line().sent.length > frames) line().allow();
  }
  expect(onLost).not.toHaveBeenCalled();
  expect(onJoined).toHaveBeenCalledOnce();
  expect(sockets).toHaveLength(1);
});

test('a server that accepts the connection but sends nothing is dropped after ten seconds', async () => {
  const sockets = open();
  line().open();
  await after(9_999);
  expect(sockets).toHaveLength(1);
  await after(1_501);
  expect(sockets).toHaveLength(2);
});

test('it reconnects at once when the network returns or the page becomes visible', async () => {
  const sockets = open();
  line().welcome();
  window.dispatchEvent(new Event('offline'));
  expect(onLost).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event('online'));
  expect(sockets).toHaveLength(2);
  line().cut();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sockets).toHaveLength(3);
  await after(5_000);
  expect(sockets).toHaveLength(3);
});

test('hidden tabs above the limit of sockets do not replace each other, and connect once they are looked at', async () => {
  const sockets = open();
  line().welcome();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  line().cut(4429);
  expect(onLost).toHaveBeenCalledOnce();
  await after(60_000);
  expect(sockets).toHaveLength(1);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sockets).toHaveLength(2);
  line().welcome();
  line().cut(4429);
  await after(29_000);
  expect(sockets, 'visible windows above the limit connect in turn, not in a loop').toHaveLength(2);
  await after(31_000);
  expect(sockets).toHaveLength(3);
  visibility.mockRestore();
});

test('a laptop that wakes up detects a dead connection within five seconds', async () => {
  const sockets = open();
  line().welcome();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(line().sent.at(-1)).toEqual({ type: 'subscribe', rooms: ['company_1'] });
  await after(4_999);
  expect(onLost).not.toHaveBeenCalled();
  await after(1_501);
  expect(onLost).toHaveBeenCalledOnce();
  expect(sockets).toHaveLength(2);
});

test('a session that was ended elsewhere ends here too', async () => {
  mockServer({ [profile]: refusal(401, 'unauthenticated', 'no') });
  open();
  line().welcome();
  line().cut(4401);
  await after(0);
  expect(readToken()).toBeNull();
});

test('a connection too slow to identify in time signs nobody out', async () => {
  mockServer({ [profile]: { user: aUser, company: null } });
  const sockets = open();
  line().open();
  line().cut(4401);
  await after(1_500);
  expect(readToken()).toBe('secret');
  expect(sockets).toHaveLength(2);
});

test('invalid frames are ignored, and valid events arrive', () => {
  open();
  line().welcome();
  for (const invalid of ['{', '7', 'null', { type: 'news' }, { type: 'events' }, { type: 'subscribed' }])
    line().say(invalid);
  line().say({
    type: 'events',
    events: [null, { event: 3 }, { event: 'job', room: 'company_1', data: { id: '1' } }],
  });
  expect(onEvents).toHaveBeenLastCalledWith([{ event: 'job', data: { id: '1' } }]);
  expect(onLost).not.toHaveBeenCalled();
});

test('a browser that allows no WebSocket works without one', async () => {
  vi.stubGlobal('WebSocket', function refuse() {
    throw new DOMException('not allowed', 'SecurityError');
  });
  socket = openSocket(['company_1'], { onJoined, onLost, onEvents });
  await after(60_000);
  expect(onLost).not.toHaveBeenCalled();
});

test('a closed socket does not reconnect', async () => {
  const sockets = open();
  line().welcome();
  socket?.close();
  expect(line().readyState).toBe(3);
  window.dispatchEvent(new Event('online'));
  await after(60_000);
  expect(sockets).toHaveLength(1);
});
