/**
 * A client of Ridgeline's API for TypeScript, for browsers and Node, without dependencies.
 *
 * Generated from the OpenAPI document by `cargo xtask bindings`. Do not edit.
 */

/** What a client needs to know. */
export interface RidgelineOptions {
  /** The address of the server, such as `https://jobs.example.com`. */
  url: string;
  /** The secret of an API key. */
  token?: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

/** A refusal of the server. */
export class RidgelineError extends Error {
  /** The status of the answer. */
  readonly status: number;
  /** Why, in a word of the contract, such as `not_found`. */
  readonly code: string;
  /** The refused fields. */
  readonly fields: readonly FieldError[];

  constructor(status: number, code: string, message: string, fields: readonly FieldError[]) {
    super(message);
    this.name = 'RidgelineError';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

interface Call {
  method: string;
  path: string;
  query: readonly string[];
  body: 'json' | 'form' | 'none';
  answer: 'json' | 'text' | 'blob' | 'none';
}

function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || value === null) continue;
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

async function refusal(response: Response): Promise<RidgelineError> {
  const text = await response.text();
  try {
    const { code, message, fields } = (JSON.parse(text) as Failure).error;
    return new RidgelineError(response.status, code, message, fields ?? []);
  } catch {
    return new RidgelineError(response.status, 'unknown', text || response.statusText, []);
  }
}

const caller =
  (options: RidgelineOptions) =>
  async <T>(call: Call, input: object): Promise<T> => {
    const given = new Map<string, unknown>(Object.entries(input));
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))));
    const address = new URL(path, options.url);
    for (const name of call.query) {
      const value = given.get(name);
      if (value !== undefined && value !== null) address.searchParams.set(name, String(value));
    }
    const headers = new Headers();
    if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`);
    const key = given.get('idempotencyKey');
    if (key !== undefined) headers.set('idempotency-key', String(key));
    const init: RequestInit = { method: call.method, headers };
    const body = given.get('body');
    if (body !== undefined && call.body === 'form') init.body = formOf(body as object);
    if (body !== undefined && call.body === 'json') {
      headers.set('content-type', 'application/json');
      init.body = JSON.stringify(body);
    }
    const response = await (options.fetch ?? fetch)(address, init);
    if (!response.ok) throw await refusal(response);
    if (call.answer === 'json') return (await response.json()) as T;
    if (call.answer === 'text') return (await response.text()) as T;
    if (call.answer === 'blob') return (await response.blob()) as T;
    return undefined as T;
  };
