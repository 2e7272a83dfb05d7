import type { FieldError } from '@bindings';

/** A call that failed: refused by the server, or never answered. Its message may be shown as it is. */
export class ApiFailure extends Error {
  constructor(
    /** The HTTP status, 0 when the server could not be reached. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: FieldError[] = [],
    /** How many seconds the server asks to wait before the next call; null where it does not say. */
    readonly wait: number | null = null,
  ) {
    super(message);
    this.name = 'ApiFailure';
  }

  /**
   * True when the message says what is wrong and what to do: a refusal, or a server that is out of order for now (no
   * space, its data or files out of reach). For other server errors the caller knows better what did not happen.
   */
  get explained(): boolean {
    return this.status < 500 || (this.status === 503 && this.code === 'internal');
  }

  /**
   * True when nobody answered, or only a proxy in front of the server: whether the server received the call is not
   * known.
   */
  get unheard(): boolean {
    return this.status === 0 || (this.status >= 502 && this.status <= 504);
  }

  /** True when trying again later may help. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}
