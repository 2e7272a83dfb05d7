/** Mails that the test completes. */
import { vi } from 'vitest';

interface Mail {
  path: string;
  form: FormData;
  answer: (status: number, body: unknown) => void;
}

/** Collects what would be sent; each waits until the test answers it. */
export function slowMails(): Mail[] {
  const mails: Mail[] = [];
  class Request {
    upload = {};
    status = 0;
    response: unknown = null;
    onload?: () => void;
    #path = '';
    open(_: string, path: string) {
      this.#path = path;
    }
    setRequestHeader() {}
    send(form: FormData) {
      mails.push({
        path: this.#path,
        form,
        answer: (status, body) => {
          this.status = status;
          this.response = body;
          this.onload?.();
        },
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return mails;
}
