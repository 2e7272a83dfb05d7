import type { FieldError } from '@bindings';

/** A call that failed: refused by the server, or never answered. Its message may be shown as it is. */
export class ApiFailure extends Error {
  constructor(
    /** The HTTP status, 0 when the server could not be reached. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: FieldError[] = [],
    /** The `Retry-After` of the response, in seconds; null if there is none. */
    readonly wait: number | null = null,
    /** What the response has beside the error: with the code `changed`, the row as it is now under its name. */
    readonly current: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'ApiFailure';
  }

  /**
   * True when the message explains the problem and what to do: a refusal, or a server that is unavailable for now (no
   * space, its data or files cannot be reached). For other server errors the caller has the better message.
   */
  get explained(): boolean {
    return this.status < 500 || (this.status === 503 && this.code === 'internal');
  }

  /**
   * True when there was no response, or only one of a proxy in front of the server: it is not known whether the server
   * received the call.
   */
  get unheard(): boolean {
    return this.status === 0 || (this.status >= 502 && this.status <= 504);
  }

  /** The row as it is now, if the call was refused because the row has changed since the user saw it. */
  changedTo<T>(name: 'job' | 'order'): T | null {
    if (this.status !== 409 || this.code !== 'changed') return null;
    return (this.current[name] as T | undefined) ?? null;
  }

  /** True when trying again later may help. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}
