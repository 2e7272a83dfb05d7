import type { FieldError } from '@bindings';

/** A call that the server, or the way to it, refused. Its message may be shown as it is. */
export class ApiFailure extends Error {
  constructor(
    /** The HTTP status, 0 when the server could not be reached. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: FieldError[] = [],
    /** So many seconds the server wants to be left alone; null where it did not say. */
    readonly wait: number | null = null,
  ) {
    super(message);
    this.name = 'ApiFailure';
  }

  /**
   * True when its message says what is the matter and what to do: a refusal, and a server that cannot do it for now
   * (no room, its data or files out of reach). Where something broke, whoever asked knows better what did not happen.
   */
  get explained(): boolean {
    return this.status < 500 || (this.status === 503 && this.code === 'internal');
  }

  /** True when nobody answered, or only who stands before the server: whether it heard of the call is not known. */
  get unheard(): boolean {
    return this.status === 0 || (this.status >= 502 && this.status <= 504);
  }

  /** True when trying again later may help. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}
