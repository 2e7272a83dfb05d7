/**
 * The one WebSocket of a tab, open as long as it has listeners; it reconnects for ever. Browsers hide the server's
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

/** Times in ms. */
const quickest = 1_000;
const slowest = 5_000;
/** A connection attempt that takes longer than this is aborted, in ms. */
const pingTimeout = 10_000;
/** How often the silence is measured, how long it may be, and how long its question may wait for an answer. */
const look = 10_000;
const silence = 30_000;
const answer = 5_000;

/** The close code of a session that the server does not know. */
const notSignedIn = 4401;

/** The pause before another try: longer each time, and never the same for a hundred tabs that lost one server. */
export function reconnectDelay(attempt: number, chance = Math.random()): number {
  const longest = Math.min(slowest, 1.5 * quickest * 1.6 ** attempt);
  const shortest = Math.max(quickest, longest / 2);
  return Math.round(shortest + chance * (longest - shortest));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A frame of the server; null for what is none. */
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

/** Opens the connection and keeps it open until `close`. It pauses while nobody is signed in. */
export function openSocket(first: readonly string[], { onJoined, onLost, onEvents }: Listener): LiveSocket {
  const wanted = new Set(first);
  const joined = new Set<string>();
  let socket: WebSocket | null = null;
  let attempt = 0;
  let heardAt = 0;
  let closed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;

  const say = (frame: object) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };

  const subscribe = (rooms: Iterable<string>) => say({ type: 'subscribe', rooms: [...rooms] });

  /** Closes the connection unless something arrives before the timeout. */
  const giveUpIn = (ms: number) => {
    clearTimeout(deadline);
    deadline = setTimeout(drop, ms);
  };

  /** The frame of which the answer changes nothing. */
  const ask = () => {
    subscribe(first);
    giveUpIn(answer);
  };

  function take(frame: Record<string, unknown>): void {
    if (frame.type === 'events') onEvents(eventsOf(frame.events));
    if (frame.type === 'identified') {
      giveUpIn(pingTimeout);
      subscribe(wanted);
    }
    if (frame.type === 'error' && typeof frame.room === 'string') wanted.delete(frame.room);
    if (frame.type !== 'subscribed') return;
    const rooms = texts(frame.rooms).filter((room) => !joined.has(room));
    for (const room of rooms) {
      joined.add(room);
      wanted.add(room);
    }
    attempt = 0;
    if (rooms.length > 0) onJoined(rooms);
  }

  /** Forgets the connection, whether or not it knows that it is over. */
  function drop(): void {
    clearTimeout(deadline);
    const old = socket;
    socket = null;
    if (old !== null) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
    }
    const had = joined.size > 0;
    joined.clear();
    if (had) onLost();
    if (closed) return;
    clearTimeout(retry);
    retry = setTimeout(connect, reconnectDelay(attempt));
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
    socket.onopen = () => say({ type: 'identify', token });
    socket.onmessage = ({ data }) => {
      clearTimeout(deadline);
      heardAt = Date.now();
      const frame = read(data);
      if (frame !== null) take(frame);
    };
    socket.onclose = ({ code }) => {
      // A call shows whether the session has expired, and ends it here if so. A slow connection is no reason to sign
      // out.
      if (code === notSignedIn) void call('GET', '/api/auth/fetchProfile').catch(() => undefined);
      drop();
    };
  }

  /** When the page becomes visible or the network returns, the connection is checked at once. */
  const hurry = () => {
    if (socket === null) {
      attempt = 0;
      connect();
    } else if (joined.size > 0) ask();
  };
  const seen = () => {
    if (document.visibilityState === 'visible') hurry();
  };
  const offline = () => {
    if (socket !== null) drop();
  };
  const watch = setInterval(() => {
    if (joined.size > 0 && Date.now() - heardAt >= silence) ask();
  }, look);

  document.addEventListener('visibilitychange', seen);
  window.addEventListener('online', hurry);
  window.addEventListener('offline', offline);
  connect();

  return {
    join: (rooms) => {
      const more = rooms.filter((room) => !wanted.has(room));
      for (const room of more) wanted.add(room);
      if (more.length > 0 && joined.size > 0) subscribe(more);
    },
    close: () => {
      closed = true;
      clearInterval(watch);
      clearTimeout(retry);
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('online', hurry);
      window.removeEventListener('offline', offline);
      drop();
    },
  };
}
