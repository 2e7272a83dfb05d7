/** Files for tests, and the forms that carry them: uploads and mails. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** A file as a file picker returns it, with the given size. */
export const aFile = (name: string, type = 'image/jpeg', bytes = 9): File => {
  const file = new File(['roof'], name, { type, lastModified: 1 });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

/** A form that has reached the server. */
export interface SentForm {
  path: string;
  form: FormData;
  /** The name of the file in it. */
  name: string;
  progress: (share: number) => void;
  answer: (status: number, body: unknown) => void;
  /** The network is gone. */
  lose: () => void;
  /** Whether the browser took it back. */
  stopped: boolean;
}

const fileName = (form: FormData): string => {
  const file = [...form.values()].find((value) => value instanceof File);
  return file?.name ?? '';
};

/** Collects forms instead of sending them; each waits until the test answers it, or is answered by `arrives`. */
export function slowForms(arrives?: (sent: SentForm) => void): SentForm[] {
  const received: SentForm[] = [];
  class Request {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    response: unknown = null;
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    #sent: SentForm | null = null;
    #path = '';
    open(_: string, path: string) {
      this.#path = path;
    }
    setRequestHeader() {}
    send(form: FormData) {
      this.#sent = {
        path: this.#path,
        form,
        name: fileName(form),
        progress: (share) => act(() => this.upload.onprogress?.({ loaded: share * 100, total: 100 })),
        answer: (status, body) => {
          this.status = status;
          this.response = body;
          this.onload?.();
        },
        lose: () => this.onerror?.(),
        stopped: false,
      };
      received.push(this.#sent);
      arrives?.(this.#sent);
    }
    abort() {
      if (this.#sent === null || this.status !== 0) return;
      this.#sent.stopped = true;
      this.onabort?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return received;
}
