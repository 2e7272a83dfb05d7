/** A fake server for the live connection. */
import { vi } from 'vitest';

type Frame = Record<string, unknown>;

/** The name of an event, and its data. */
export type SentMessage = readonly [event: string, data: unknown];

/** One connection, with the interface of the browser's `WebSocket`. */
export class Connection {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  readyState = Connection.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: Frame[] = [];

  constructor(readonly url: string) {
    lines.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Frame);
  }

  close(): void {
    this.readyState = Connection.CLOSED;
  }

  /** The server accepts the connection. */
  open(): void {
    this.readyState = Connection.OPEN;
    this.onopen?.();
  }

  /** Sends a frame, or an invalid one. */
  say(frame: unknown): void {
    this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  }

  /** Sends events in one frame. */
  emit(...events: readonly SentMessage[]): void {
    const room = 'company_1';
    this.say({ type: 'events', events: events.map(([event, data]) => ({ event, room, data })) });
  }

  /** The user and the rooms of the last request. */
  welcome(): void {
    if (this.readyState === Connection.CONNECTING) this.open();
    this.say({ type: 'identified', userId: '1' });
    this.allow();
  }

  /** Joins the rooms that the page requested last. */
  allow(): void {
    this.say({ type: 'subscribed', rooms: this.sent.at(-1)?.rooms });
  }

  /** Closes the connection; without a code, as a lost network does. */
  cut(code = 1006): void {
    this.readyState = Connection.CLOSED;
    this.onclose?.({ code });
  }
}

let lines: Connection[] = [];

/** Replaces `WebSocket`; returns the connections of the page, newest last. */
export function connections(): readonly Connection[] {
  lines = [];
  vi.stubGlobal('WebSocket', Connection);
  return lines;
}

/** The current connection of the page. */
export function line(): Connection {
  const last = lines.at(-1);
  if (last === undefined) throw new Error('the page has opened no connection');
  return last;
}
