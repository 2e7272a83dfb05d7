import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage, aRoom, chatServer, luis, mine, roomId } from '@/testing/aMessage';
import { stubLayout } from '@/testing/layout';
import { renderIn, signedIn } from '@/testing/render';
import { MessagesScreen } from './MessagesScreen';

interface Received {
  name: string;
  path: string;
  tempId: unknown;
  tags: unknown;
  progress: (share: number) => void;
  answer: (status: number, body: unknown) => void;
  lose: () => void;
  /** Whether the browser took it back. */
  stopped: boolean;
}

/** Collects uploads instead of sending them; each waits until the test answers it. */
function slowUploads(): Received[] {
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
        tempId: form.get('tempId'),
        tags: form.get('tags'),
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

const aFile = (name: string, type = 'image/jpeg', bytes = 9): File => {
  const file = new File(['roof'], name, { type, lastModified: 1 });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

const choose = (files: File[]) => {
  const picker = document.querySelector('input[type="file"][multiple]');
  if (picker === null) throw new Error('there is nothing to choose pictures with');
  fireEvent.change(picker, { target: { files } });
};

const open = async () => {
  const server = chatServer([aRoom(1, 'Ríos Brothers')], [aMessage(1, 'Good morning')]);
  const uploads = slowUploads();
  const at = `/app/messages/${roomId(1)}`;
  const shown = renderIn(() => <MessagesScreen />, {
    profile: signedIn(),
    at,
    path: '/app/messages/:roomId?',
  });
  await screen.findByText('Good morning');
  return { ...shown, server, uploads };
};
const send = () => screen.getByRole('button', { name: 'Send' });
const stored = (seq: number) =>
  mine(seq, '', {
    attachment: `/files/${seq}.jpg`,
    thumb: `/files/${seq}-small.jpg`,
    width: 800,
    height: 600,
  });

beforeEach(() => {
  stubLayout();
  // jsdom has no addresses for what is in memory.
  Object.assign(URL, { createObjectURL: () => 'blob:a-picture', revokeObjectURL: () => undefined });
});

it('sends each picture in a call of its own, tells how far it is, and puts it into the chat', async () => {
  const { user, uploads } = await open();
  choose([aFile('a.jpg'), aFile('b.png', 'image/png')]);
  choose([aFile('a.jpg')]);
  const drafts = screen.getAllByRole('img', { name: /\.(jpg|png)$/ });
  expect(drafts).toHaveLength(2);
  expect(drafts.map((draft) => [draft.getAttribute('width'), draft.getAttribute('height')])).toEqual([
    ['75', '75'],
    ['75', '75'],
  ]);
  expect(uploads).toHaveLength(0);
  await user.click(send());
  await waitFor(() => expect(uploads.map(({ name }) => name)).toEqual(['a.jpg']));
  uploads[0]?.progress(0.4);
  expect(screen.getByRole('progressbar', { name: 'a.jpg' })).toHaveAttribute('aria-valuenow', '40');
  expect(uploads[0]?.path).toBe(`/api/chat/sendAttachment/${roomId(1)}`);
  uploads[0]?.answer(200, { message: stored(2) });
  await waitFor(() => expect(uploads.map(({ name }) => name)).toEqual(['a.jpg', 'b.png']));
  uploads[1]?.answer(200, { message: stored(3) });
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(within(screen.getByRole('log')).getAllByRole('img')).toHaveLength(2);
  expect(send()).toBeDisabled();
});

it('keeps a picture that was not sent, and sends it again under the same name', async () => {
  const { user, uploads } = await open();
  choose([aFile('a.jpg'), aFile('b.jpg')]);
  await user.click(send());
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.lose();
  expect(await screen.findByText('Upload failed.')).toBeVisible();
  await waitFor(() => expect(uploads).toHaveLength(2));
  uploads[1]?.answer(200, { message: stored(2) });
  await user.click(screen.getByRole('button', { name: 'Try a.jpg again' }));
  await waitFor(() => expect(uploads).toHaveLength(3));
  expect(uploads[2]?.tempId).toBe(uploads[0]?.tempId);
  uploads[2]?.answer(200, { message: stored(3) });
  await waitFor(() => expect(screen.queryByText('Upload failed.')).toBeNull());
});

it('says how big a picture is before it is sent', async () => {
  await open();
  choose([aFile('a.jpg')]);
  const draft = screen.getByRole('img', { name: 'a.jpg' });
  expect(draft).toHaveAttribute('title', 'a.jpg');
  Object.defineProperties(draft, { naturalWidth: { value: 4032 }, naturalHeight: { value: 3024 } });
  fireEvent.load(draft);
  expect(draft).toHaveAttribute('title', 'a.jpg, 4032 × 3024');
});

it('takes a picture back that is on its way, and sends the next one', async () => {
  const { user, uploads } = await open();
  choose([aFile('a.jpg'), aFile('b.jpg')]);
  await user.click(send());
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.progress(0.3);
  await user.click(screen.getByRole('button', { name: 'Stop sending a.jpg' }));
  expect(uploads[0]?.stopped).toBe(true);
  await waitFor(() => expect(uploads.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']));
  uploads[1]?.answer(200, { message: stored(2) });
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(screen.queryByText('Upload failed.')).toBeNull();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('refuses what is no picture before it is sent, and lets it be taken away', async () => {
  const { user, uploads } = await open();
  choose([aFile('plan.pdf', 'application/pdf')]);
  expect(screen.getByText('Upload failed.')).toBeVisible();
  expect(send()).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Remove plan.pdf' }));
  expect(screen.queryByText('Upload failed.')).toBeNull();
  expect(uploads).toHaveLength(0);
});

it('sends the words first, with the tags, and the pictures after them', async () => {
  const { user, server, uploads } = await open();
  choose([aFile('a.jpg')]);
  await user.click(screen.getByRole('button', { name: 'Tag people' }));
  await user.click(await screen.findByRole('checkbox', { name: /Luis Ríos/ }));
  await user.keyboard('{Escape}');
  await user.type(screen.getByRole('textbox', { name: 'Write a message' }), 'The valley{Enter}');
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(server.sent[0]?.tags).toEqual([luis.id]);
  expect(uploads[0]?.tags).toBeNull();
});

it('tags by the first picture where there are no words', async () => {
  const { user, uploads } = await open();
  choose([aFile('a.jpg')]);
  await user.click(screen.getByRole('button', { name: 'Tag people' }));
  await user.click(await screen.findByRole('checkbox', { name: /Luis Ríos/ }));
  await user.keyboard('{Escape}');
  await user.click(send());
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]?.tags).toBe(JSON.stringify([luis.id]));
});

it('fetches a new link for a picture whose own has become too old', async () => {
  const { server, uploads, user } = await open();
  choose([aFile('a.jpg')]);
  await user.click(send());
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.answer(200, { message: stored(2) });
  const picture = await within(screen.getByRole('log')).findByRole('img');
  server.stored.push({ ...stored(2), thumb: '/files/2-fresh.jpg' });
  fireEvent.error(picture);
  await waitFor(() =>
    expect(within(screen.getByRole('log')).getByRole('img')).toHaveAttribute('src', '/files/2-fresh.jpg'),
  );
});

it('asks the camera of a phone', async () => {
  await open();
  expect(document.querySelector('input[capture="environment"]')).toHaveAttribute('accept', 'image/jpeg');
  const roll = document.querySelector('input[type="file"][multiple]');
  expect(roll).toHaveAttribute('accept', 'image/png,image/jpeg,image/gif');
});
