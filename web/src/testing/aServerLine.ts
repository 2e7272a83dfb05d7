/** Plays the server at the other end of the live connection. */
import { vi } from 'vitest';

type Frame = Record<string, unknown>;

/** The name of an event, and its data. */
export type Told = readonly [event: string, data: unknown];

/** One connection, as the browser's own class looks to the app. */
export class Line {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  readyState = Line.CONNECTING;
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
    this.readyState = Line.CLOSED;
  }

  /** The server takes the connection. */
  open(): void {
    this.readyState = Line.OPEN;
    this.onopen?.();
  }

  /** The server says something, or nothing that makes sense. */
  say(frame: unknown): void {
    this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  }

  /** What changed, all of it in one frame. */
  tell(...events: readonly Told[]): void {
    const room = 'company_1';
    this.say({ type: 'events', events: events.map(([event, data]) => ({ event, room, data })) });
  }

  /** Who it is, and what was asked for last. */
  welcome(): void {
    if (this.readyState === Line.CONNECTING) this.open();
    this.say({ type: 'identified', userId: '1' });
    this.allow();
  }

  /** Lets the page into the rooms that it asked for last. */
  allow(): void {
    this.say({ type: 'subscribed', rooms: this.sent.at(-1)?.rooms });
  }

  /** The line is cut; without a code nobody says so. */
  cut(code = 1006): void {
    this.readyState = Line.CLOSED;
    this.onclose?.({ code });
  }
}

let lines: Line[] = [];

/** Answers every connection of the page, the newest last. */
export function serverLines(): readonly Line[] {
  lines = [];
  vi.stubGlobal('WebSocket', Line);
  return lines;
}

/** The connection that the page has now. */
export function line(): Line {
  const last = lines.at(-1);
  if (last === undefined) throw new Error('the page has opened no connection');
  return last;
}
