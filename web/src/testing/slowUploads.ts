/** Files to upload, and uploads that the test completes. */
import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { replay } from '@/queries/offline/outboxReplay';
import { resetOutbox } from '@/queries/offline/outboxState';
import { abandonUploads } from '@/queries/offline/uploadQueue';

export const aFile = (name: string, type = 'image/jpeg', bytes = 9): File => {
  const file = new File(['roof'], name, { type, lastModified: 1 });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

/** One upload that has reached the server. */
export interface ReceivedUpload {
  name: string;
  path: string;
  /** Its idempotency key. */
  key: string | undefined;
  tempId: unknown;
  tags: unknown;
  progress: (share: number) => void;
  answer: (status: number, body: unknown) => void;
  /** The network is gone. */
  lose: () => void;
  /** Whether the browser took it back. */
  stopped: boolean;
}

/** Collects uploads instead of sending them; each waits until the test answers it. What is left ends with the test. */
export function slowUploads(): ReceivedUpload[] {
  const received: ReceivedUpload[] = [];
  class Request {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    response: unknown = null;
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    #mine: ReceivedUpload | undefined;
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
      this.#mine = {
        name: (form.get('image') as File).name,
        path: this.#path,
        key: this.#headers.get('idempotency-key') ?? undefined,
        tempId: form.get('tempId'),
        tags: form.get('tags'),
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
      received.push(this.#mine);
    }
    abort() {
      if (this.#mine !== undefined) this.#mine.stopped = true;
      this.onabort?.();
      this.onloadend?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  onTestFinished(async () => {
    abandonUploads();
    resetOutbox();
    await replay();
  });
  return received;
}
