/** Plays the server at the other end of the live connection. */
import { vi } from 'vitest';

type Frame = Record<string, unknown>;

/** The name of an event, and its data. */
export type SentMessage = readonly [event: string, data: unknown];

/** One connection, as the browser's own class looks to the app. */
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

  /** The server takes the connection. */
  open(): void {
    this.readyState = Connection.OPEN;
    this.onopen?.();
  }

  /** Sends a frame, or an invalid one. */
  say(frame: unknown): void {
    this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  }

  /** What changed, all of it in one frame. */
  tell(...events: readonly SentMessage[]): void {
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

/** Answers every connection of the page, the newest last. */
export function connections(): readonly Connection[] {
  lines = [];
  vi.stubGlobal('WebSocket', Connection);
  return lines;
}

/** The connection that the page has now. */
export function line(): Connection {
  const last = lines.at(-1);
  if (last === undefined) throw new Error('the page has opened no connection');
  return last;
}
