/** Files for tests, and captured form requests: uploads and mails. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** A file as a file picker returns it, with the given size. */
export const aFile = (name: string, type = 'image/jpeg', bytes = 9): File => {
  const file = new File(['roof'], name, { type, lastModified: 1 });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

/** A form request that was captured. */
export interface SentForm {
  path: string;
  form: FormData;
  /** Its idempotency key. */
  key: string | undefined;
  /** The name of the file in it. */
  name: string;
  progress: (share: number) => void;
  answer: (status: number, body: unknown) => void;
  /** Fails the request with a network error. */
  lose: () => void;
  /** Whether the browser aborted it. */
  stopped: boolean;
}

const fileName = (form: FormData): string => {
  const file = [...form.values()].find((value) => value instanceof File);
  return file?.name ?? '';
};

/** Captures forms instead of sending them; each waits for a response by the test, or by `arrives`. */
export function slowForms(arrives?: (sent: SentForm) => void): SentForm[] {
  const received: SentForm[] = [];
  class Request {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    response: unknown = null;
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    #sent: SentForm | null = null;
    #path = '';
    #headers = new Headers();
    open(_: string, path: string) {
      this.#path = path;
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value);
    }
    getResponseHeader() {
      return null;
    }
    send(form: FormData) {
      this.#sent = {
        path: this.#path,
        form,
        key: this.#headers.get('idempotency-key') ?? undefined,
        name: fileName(form),
        progress: (share) => act(() => this.upload.onprogress?.({ loaded: share * 100, total: 100 })),
        answer: (status, body) => {
          this.status = status;
          this.response = body;
          this.onload?.();
          this.onloadend?.();
        },
        lose: () => {
          this.onerror?.();
          this.onloadend?.();
        },
        stopped: false,
      };
      received.push(this.#sent);
      arrives?.(this.#sent);
    }
    abort() {
      if (this.#sent === null || this.status !== 0) return;
      this.#sent.stopped = true;
      this.onabort?.();
      this.onloadend?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return received;
}
