/**
 * The one WebSocket of a tab, open as long as it has listeners; it reconnects without limit. Browsers hide the server's
 * pings, so a connection that has been silent for a while is checked.
 */
import { call } from './client';
import { readToken } from './token';

/** A change, as the server sends it. What `data` is depends on `event`. */
export interface LiveEvent {
  event: string;
  data: unknown;
}

export interface Listener {
  /** These rooms are joined: every change from now on arrives. Earlier changes have to be fetched. */
  onJoined: (rooms: readonly string[]) => void;
  /** The connection is lost: nothing arrives until rooms are joined again. */
  onLost: () => void;
  /** Events that arrived together. */
  onEvents: (events: readonly LiveEvent[]) => void;
}

export interface LiveSocket {
  /** Joins more rooms, now and after every reconnect. */
  join: (rooms: readonly string[]) => void;
  close: () => void;
}

/** The limits of the pause before a reconnect, in ms. */
const shortestPause = 1_000;
const longestPause = 5_000;
/** The pause of a visible page whose socket was replaced, in ms: with too many open windows each connects in turn. */
const replacedPause = 30_000;
/** A connection attempt that takes longer than this is aborted, in ms. */
const pingTimeout = 10_000;
/** How often an idle connection is checked, how long it may last, and how long the check waits for a response, in ms. */
const checkInterval = 10_000;
const idleTimeout = 30_000;
const checkTimeout = 5_000;

/** The close code for a session that the server does not know. */
const notSignedIn = 4401;

/** The close code for the oldest socket of a user who has opened too many others since. */
const replaced = 4429;

/** The pause before a reconnect: longer each time, and random, so that a hundred tabs do not reconnect at once. */
export function reconnectDelay(attempt: number, random = Math.random()): number {
  const longest = Math.min(longestPause, 1.5 * shortestPause * 1.6 ** attempt);
  const shortest = Math.max(shortestPause, longest / 2);
  return Math.round(shortest + random * (longest - shortest));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A frame of the server; null if it is invalid. */
function read(data: unknown): Record<string, unknown> | null {
  if (typeof data !== 'string') return null;
  try {
    const frame: unknown = JSON.parse(data);
    return isObject(frame) ? frame : null;
  } catch {
    return null;
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const eventsOf = (value: unknown): LiveEvent[] =>
  (Array.isArray(value) ? value : []).flatMap((each: unknown) =>
    isObject(each) && typeof each.event === 'string' ? [{ event: each.event, data: each.data }] : [],
  );

const address = () => `${window.location.origin.replace(/^http/, 'ws')}/api/socket`;

/** Opens the connection and keeps it open until `close`. It pauses while no user is signed in. */
export function openSocket(first: readonly string[], { onJoined, onLost, onEvents }: Listener): LiveSocket {
  const requested = new Set(first);
  const joined = new Set<string>();
  let socket: WebSocket | null = null;
  let attempt = 0;
  let heardAt = 0;
  let closed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;

  const send = (frame: object) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };

  const subscribe = (rooms: Iterable<string>) => send({ type: 'subscribe', rooms: [...rooms] });

  /** Closes the connection unless something arrives before the timeout. */
  const giveUpIn = (ms: number) => {
    clearTimeout(deadline);
    deadline = setTimeout(drop, ms);
  };

  /** Checks the connection by a frame whose response changes nothing. */
  const check = () => {
    subscribe(first);
    giveUpIn(checkTimeout);
  };

  function handle(frame: Record<string, unknown>): void {
    if (frame.type === 'events') onEvents(eventsOf(frame.events));
    if (frame.type === 'identified') {
      giveUpIn(pingTimeout);
      subscribe(requested);
    }
    if (frame.type === 'error' && typeof frame.room === 'string') requested.delete(frame.room);
    if (frame.type !== 'subscribed') return;
    const rooms = texts(frame.rooms).filter((room) => !joined.has(room));
    for (const room of rooms) {
      joined.add(room);
      requested.add(room);
    }
    attempt = 0;
    if (rooms.length > 0) onJoined(rooms);
  }

  /** Discards the connection, whether or not the browser knows that it is closed. */
  function drop(isReplaced = false): void {
    clearTimeout(deadline);
    const old = socket;
    socket = null;
    if (old !== null) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
    }
    const wasJoined = joined.size > 0;
    joined.clear();
    if (wasJoined) onLost();
    clearTimeout(retry);
    // A hidden page that was replaced would only replace another one; it connects when it becomes visible.
    if (closed || (isReplaced && document.visibilityState === 'hidden')) return;
    const pause = isReplaced ? replacedPause * (1 + Math.random()) : reconnectDelay(attempt);
    retry = setTimeout(connect, pause);
    attempt += 1;
  }

  function connect(): void {
    clearTimeout(retry);
    const token = readToken();
    if (token === null) return;
    try {
      socket = new WebSocket(address());
    } catch {
      drop();
      return;
    }
    giveUpIn(pingTimeout);
    socket.onopen = () => send({ type: 'identify', token });
    socket.onmessage = ({ data }) => {
      clearTimeout(deadline);
      heardAt = Date.now();
      const frame = read(data);
      if (frame !== null) handle(frame);
    };
    socket.onclose = ({ code }) => {
      // A call shows whether the session has expired, and ends it here if so. A slow connection is no reason to sign
      // out.
      if (code === notSignedIn) void call('GET', '/api/auth/fetchProfile').catch(() => undefined);
      drop(code === replaced);
    };
  }

  /** When the page becomes visible or the network returns, the connection is checked at once. */
  const checkNow = () => {
    if (socket === null) {
      attempt = 0;
      connect();
    } else if (joined.size > 0) check();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') checkNow();
  };
  const onOffline = () => {
    if (socket !== null) drop();
  };
  const idleTimer = setInterval(() => {
    if (joined.size > 0 && Date.now() - heardAt >= idleTimeout) check();
  }, checkInterval);

  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('online', checkNow);
  window.addEventListener('offline', onOffline);
  connect();

  return {
    join: (rooms) => {
      const added = rooms.filter((room) => !requested.has(room));
      for (const room of added) requested.add(room);
      if (added.length > 0 && joined.size > 0) subscribe(added);
    },
    close: () => {
      closed = true;
      clearInterval(idleTimer);
      clearTimeout(retry);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', checkNow);
      window.removeEventListener('offline', onOffline);
      drop();
    },
  };
}
