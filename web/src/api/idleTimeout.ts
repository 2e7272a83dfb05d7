/** Ends a request in which nothing arrives: on a line that is nearly dead, whoever waits learns it soon. */

/** How long nothing may arrive of a response, in ms. One that arrives slowly goes on. */
export const readIdleTimeout = 8_000;
/** The same for a change, whose work on the server takes longer, in ms. */
export const writeIdleTimeout = 30_000;

export class IdleTimeout {
  readonly #stop = new AbortController();
  readonly #limit: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #end: (failure: Error) => void = () => undefined;
  readonly #ended: Promise<never>;
  /** Nothing arrived for too long. */
  expired = false;

  constructor(limit: number, canceled?: AbortSignal) {
    this.#limit = limit;
    this.#ended = new Promise((_resolve, reject) => {
      this.#end = reject;
    });
    this.#ended.catch(() => undefined);
    const cancel = () => this.#stop.abort(canceled?.reason);
    if (canceled?.aborted === true) cancel();
    canceled?.addEventListener('abort', cancel, { signal: this.#stop.signal });
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Something has arrived. */
  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.expired = true;
      this.#end(new DOMException('nothing arrives', 'TimeoutError'));
      this.#stop.abort();
    }, this.#limit);
  }

  /** Resolves as the work does, or rejects when nothing arrives. */
  race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return Promise.race([work, this.#ended]);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Reads a body to its end. */
  async text(response: Response): Promise<string> {
    const reader = response.body?.getReader();
    if (reader === undefined) return response.text();
    const decoder = new TextDecoder();
    const parts: string[] = [];
    for (let part = await reader.read(); part.value !== undefined; part = await reader.read()) {
      this.heard();
      parts.push(decoder.decode(part.value, { stream: true }));
    }
    return parts.join('') + decoder.decode();
  }
}
