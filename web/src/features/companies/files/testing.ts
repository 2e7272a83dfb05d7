/** Company files for tests, and uploads that the test completes. */
import type { CompanyFile } from '@bindings';
import { act } from '@testing-library/react';
import { vi } from 'vitest';

export const aCompanyFile = (number: number, change: Partial<CompanyFile> = {}): CompanyFile => ({
  id: `file-${number}`,
  fileName: `Paper ${number}.pdf`,
  fileUrl: `/files/company-files/${number}.pdf`,
  isPublic: false,
  kind: 'other',
  expiresOn: null,
  ...change,
});

/** A file as a file picker returns it, with the given size. */
export const aFile = (name: string, type: string, bytes = 9): File => {
  const file = new File(['roof'], name, { type, lastModified: 1 });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

/** One upload that has reached the server. */
interface Received {
  path: string;
  stopped: boolean;
  progress: (share: number) => void;
  answer: (status: number, body: unknown) => void;
}

/** Collects uploads instead of sending them; each waits until the test answers it. */
export function slowUploads(): Received[] {
  const received: Received[] = [];
  class Request {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    response: unknown = null;
    onload?: () => void;
    onabort?: () => void;
    #path = '';
    #received: Received | null = null;
    open(_: string, path: string) {
      this.#path = path;
    }
    setRequestHeader() {}
    abort() {
      if (this.#received === null || this.status !== 0) return;
      this.#received.stopped = true;
      this.onabort?.();
    }
    send() {
      this.#received = {
        path: this.#path,
        stopped: false,
        progress: (share) => act(() => this.upload.onprogress?.({ loaded: share * 100, total: 100 })),
        answer: (status, body) => {
          this.status = status;
          this.response = body;
          this.onload?.();
        },
      };
      received.push(this.#received);
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return received;
}
