import type { FieldError } from '@bindings';

/** A call that the server, or the way to it, refused. Its message may be shown as it is. */
export class ApiFailure extends Error {
  constructor(
    /** The HTTP status, 0 when the server could not be reached. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: FieldError[] = [],
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

  /** True when trying again later may help. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}
