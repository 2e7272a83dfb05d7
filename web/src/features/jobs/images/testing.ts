/** Photos for tests, and uploads that the test completes. */

import type { JobImage } from '@bindings';
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { jobId } from '@/testing/aJob';
import { aUser } from '@/testing/render';

export const aPhoto = (number: number, change: Partial<JobImage> = {}): JobImage => ({
  id: jobId(700_000 + number),
  jobId: jobId(7),
  imgUrl: `/files/photo-${number}.jpg?sig=a`,
  thumbUrl: `/files/thumb-${number}.jpg?sig=a`,
  width: 1600,
  height: 1200,
  postedBy: aUser.id,
  postedByFirstName: 'Marisol',
  postedByLastName: 'Vega',
  dateInserted: new Date(Date.UTC(2026, 5, 9, 18) - number * 60_000).toISOString(),
  ...change,
});

export const aFile = (name: string, type = 'image/jpeg', bytes = 9): File => {
  const file = new File(['roof'], name, { type, lastModified: 1 });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

/** One upload that has reached the server. */
interface Received {
  name: string;
  path: string;
  progress: (share: number) => void;
  answer: (status: number, body: unknown) => void;
  /** The network is gone. */
  lose: () => void;
  /** Whether the browser took it back. */
  stopped: boolean;
}

/** Collects uploads instead of sending them; each waits until the test answers it. */
export function slowUploads(): Received[] {
  const received: Received[] = [];
  class Request {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    response: unknown = null;
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    #mine: Received | undefined;
    #path = '';
    open(_: string, path: string) {
      this.#path = path;
    }
    setRequestHeader() {}
    send(form: FormData) {
      this.#mine = {
        name: (form.get('image') as File).name,
        path: this.#path,
        progress: (share) => act(() => this.upload.onprogress?.({ loaded: share * 100, total: 100 })),
        answer: (status, body) => {
          this.status = status;
          this.response = body;
          this.onload?.();
        },
        lose: () => this.onerror?.(),
        stopped: false,
      };
      received.push(this.#mine);
    }
    abort() {
      if (this.#mine !== undefined) this.#mine.stopped = true;
      this.onabort?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return received;
}
