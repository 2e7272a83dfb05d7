import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aMessage, aRoom, chatServer, luis, mine, roomId } from '@/testing/aMessage';
import { stubLayout } from '@/testing/layout';
import { renderIn, signedIn } from '@/testing/render';
import { aFile } from '@/testing/slowForms';
import { slowUploads } from '@/testing/slowUploads';
import { MessagesScreen } from './MessagesScreen';

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
  // jsdom has no object URLs.
  Object.assign(URL, { createObjectURL: () => 'blob:a-picture', revokeObjectURL: () => undefined });
});

it('sends each picture in a separate call, shows its progress, and adds it to the chat', async () => {
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

it('keeps a picture that was not sent, and sends it again under the same id', async () => {
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
  expect(uploads[2]?.form.get('tempId')).toBe(uploads[0]?.form.get('tempId'));
  uploads[2]?.answer(200, { message: stored(3) });
  await waitFor(() => expect(screen.queryByText('Upload failed.')).toBeNull());
});

it('shows the size of a picture before it is sent', async () => {
  await open();
  choose([aFile('a.jpg')]);
  const draft = screen.getByRole('img', { name: 'a.jpg' });
  expect(draft).toHaveAttribute('title', 'a.jpg');
  Object.defineProperties(draft, { naturalWidth: { value: 4032 }, naturalHeight: { value: 3024 } });
  fireEvent.load(draft);
  expect(draft).toHaveAttribute('title', 'a.jpg, 4032 × 3024');
});

it('cancels a picture that is being sent, and sends the next one', async () => {
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

it('refuses a file that is no picture before it is sent, and lets the user remove it', async () => {
  const { user, uploads } = await open();
  choose([aFile('plan.pdf', 'application/pdf')]);
  expect(screen.getByText('Upload failed.')).toBeVisible();
  expect(send()).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Remove plan.pdf' }));
  expect(screen.queryByText('Upload failed.')).toBeNull();
  expect(uploads).toHaveLength(0);
});

it('sends the text first, with the tags, and the pictures after it', async () => {
  const { user, server, uploads } = await open();
  choose([aFile('a.jpg')]);
  await user.click(screen.getByRole('button', { name: 'Tag people' }));
  await user.click(await screen.findByRole('checkbox', { name: /Luis Ríos/ }));
  await user.keyboard('{Escape}');
  await user.type(screen.getByRole('textbox', { name: 'Write a message' }), 'The valley{Enter}');
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(server.sent[0]?.tags).toEqual([luis.id]);
  expect(uploads[0]?.form.get('tags')).toBeNull();
});

it('sends the tags with the first picture when there is no text', async () => {
  const { user, uploads } = await open();
  choose([aFile('a.jpg')]);
  await user.click(screen.getByRole('button', { name: 'Tag people' }));
  await user.click(await screen.findByRole('checkbox', { name: /Luis Ríos/ }));
  await user.keyboard('{Escape}');
  await user.click(send());
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]?.form.get('tags')).toBe(JSON.stringify([luis.id]));
});

it('fetches a new link for a picture whose link has expired', async () => {
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

it('offers the camera of a phone', async () => {
  await open();
  expect(document.querySelector('input[capture="environment"]')).toHaveAttribute('accept', 'image/jpeg');
  const roll = document.querySelector('input[type="file"][multiple]');
  expect(roll).toHaveAttribute('accept', 'image/png,image/jpeg,image/gif');
});
