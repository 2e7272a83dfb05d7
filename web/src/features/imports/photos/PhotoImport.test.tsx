import { screen, waitFor } from '@testing-library/react';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aJob } from '@/testing/aJob';
import { stubLayout } from '@/testing/layout';
import { mockServer, renderIn, signedIn } from '@/testing/render';

import { readImports } from '../recentImports';
import { PhotoImportScreen } from './PhotoImportScreen';

const whitaker = aJob(2482, { title: 'Whitaker re-roof' });
const chapel = aJob(2490, { title: 'Chapel hail repair' });

interface Sent {
  path: string;
  key: string | undefined;
  form: FormData;
}

/** Answers uploads in turn with these statuses, then with 200; returns what was sent. */
function mockUploads(...statuses: number[]): Sent[] {
  const sent: Sent[] = [];
  class Request {
    upload = {};
    status = 200;
    response: unknown = {};
    onload: () => void = () => undefined;
    onloadend: () => void = () => undefined;
    #path = '';
    #key: string | undefined;
    open(_: string, path: string) {
      this.#path = path;
    }
    setRequestHeader(name: string, value: string) {
      if (name === 'idempotency-key') this.#key = value;
    }
    getResponseHeader = () => null;
    abort() {}
    send(form: FormData) {
      sent.push({ path: this.#path, key: this.#key, form });
      this.status = statuses.shift() ?? 200;
      this.response =
        this.status === 200
          ? { newEntry: {} }
          : { error: { code: 'validation', message: 'Choose a picture.', fields: [] } };
      queueMicrotask(() => {
        this.onload();
        this.onloadend();
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return sent;
}

const photo = (text: string) => strToU8(`${text} `.repeat(200));
const zip = (files: Record<string, Uint8Array>) =>
  new File([zipSync(files) as Uint8Array<ArrayBuffer>], 'photos.zip', { type: 'application/zip' });
const picker = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;

function open() {
  mockServer({ 'GET /api/jobs/myJobs/contractor': { jobs: [whitaker, chapel] } });
  return renderIn(() => <PhotoImportScreen />, { profile: signedIn(), at: '/app/jobs/photos/import' });
}

const start = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement);

beforeEach(() => {
  stubLayout();
  localStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

test('photos in a ZIP go to the jobs that their folders and names say, and nothing is sent before that was seen', async () => {
  const sent = mockUploads();
  const { user } = open();
  await screen.findByText(/Name the folders or the photos by job number/);
  await user.upload(
    picker(),
    zip({
      '2482/front.jpg': photo('front'),
      '2482/back.JPG': photo('back'),
      '2490-3.png': photo('chapel'),
      'other/roof.jpg': photo('other'),
      '2482/permit.pdf': photo('permit'),
      '2482/new.heic': photo('phone'),
      '__MACOSX/2482/._front.jpg': photo('system'),
    }),
  );
  expect(await screen.findByText('Choose a job for these photos, or leave them out')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Job for 2482' })).toHaveValue(
    'Whitaker re-roof, #2482, Littleton',
  );
  expect(screen.getByText('Not a photo.')).toBeVisible();
  expect(screen.getByText(/HEIC/)).toBeVisible();
  expect(screen.queryByText(/MACOSX/)).toBeNull();
  expect(sent).toEqual([]);
  await start(user, 'Add 3 photos');
  expect(await screen.findByText('3 photos added.')).toBeVisible();
  const paths = sent.map(({ path }) => path).toSorted();
  expect(paths).toEqual([
    `/api/jobs/uploadJobImage/${whitaker.id}`,
    `/api/jobs/uploadJobImage/${whitaker.id}`,
    `/api/jobs/uploadJobImage/${chapel.id}`,
  ]);
  const names = sent.map(({ form }) => (form.get('image') as File).name).toSorted();
  expect(names).toEqual(['2490-3.png', 'back.JPG', 'front.jpg']);
  const front = sent
    .find(({ form }) => (form.get('image') as File).name === 'front.jpg')
    ?.form.get('image') as File;
  expect(front.type).toBe('image/jpeg');
  expect(await front.text()).toBe('front '.repeat(200));
  // All of them are undone by one id, also after the page was left.
  const ids = new Set(sent.map(({ form }) => form.get('importId')));
  const [kept] = readImports(signedIn().company?.id ?? '');
  expect([...ids]).toEqual([kept?.id]);
  expect([kept?.kind, kept?.count, kept?.file]).toEqual(['photos', 3, 'photos.zip']);
});

test('photos without a number get the job that the user chooses', async () => {
  const sent = mockUploads();
  const { user } = open();
  await screen.findByText(/Name the folders or the photos by job number/);
  await user.upload(picker(), zip({ 'chapel roof/a.jpg': photo('a'), 'chapel roof/b.jpg': photo('b') }));
  const choice = await screen.findByRole('combobox', { name: 'Job for chapel roof' });
  await user.click(choice);
  await user.clear(choice);
  await user.type(choice, 'hail');
  await user.click(await screen.findByRole('option', { name: 'Chapel hail repair, #2490, Littleton' }));
  await start(user, 'Add 2 photos');
  expect(await screen.findByText('2 photos added.')).toBeVisible();
  expect(sent.every(({ path }) => path.endsWith(chapel.id))).toBe(true);
});

test('an import whose files are chosen again goes on with the same keys, so that each photo is stored once', async () => {
  const sent = mockUploads();
  const { user } = open();
  await screen.findByText(/Name the folders or the photos by job number/);
  const chosen = zip({ '2482.jpg': photo('front') });
  const again = async () => {
    await user.upload(picker(), chosen);
    await start(user, 'Add 1 photo');
    await screen.findByText('1 photo added.');
  };
  await again();
  await start(user, 'Choose other photos');
  await again();
  expect(sent.length).toBe(2);
  expect(sent[0]?.key).toMatch(/^photo-[0-9a-f]{48}$/);
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test('a photo that the server refuses is named with its reason, and can be tried again', async () => {
  const sent = mockUploads(422);
  const { user } = open();
  await screen.findByText(/Name the folders or the photos by job number/);
  await user.upload(picker(), zip({ '2482.jpg': photo('front') }));
  await start(user, 'Add 1 photo');
  expect(await screen.findByText('Choose a picture.')).toBeVisible();
  expect(screen.getByText('0 photos added.')).toBeVisible();
  await start(user, 'Try these again');
  expect(await screen.findByText('1 photo added.')).toBeVisible();
  await waitFor(() => expect(sent.length).toBe(2));
});

test('a link pressed while photos are sent asks first, and the import goes on', async () => {
  let answer: () => void = () => undefined;
  class Request {
    upload = {};
    status = 200;
    response = { newEntry: {} };
    onload: () => void = () => undefined;
    onloadend: () => void = () => undefined;
    open() {}
    setRequestHeader() {}
    getResponseHeader = () => null;
    abort() {}
    send() {
      answer = () => {
        this.onload();
        this.onloadend();
      };
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  const { user, router } = open();
  await screen.findByText(/Name the folders or the photos by job number/);
  await user.upload(picker(), zip({ '2482.jpg': photo('front') }));
  await start(user, 'Add 1 photo');
  await screen.findByText('0 of 1 photos added');
  await user.click(screen.getByRole('link', { name: 'Back to the jobs' }));
  await user.click(await screen.findByRole('button', { name: 'Keep importing' }));
  expect(router.state.location.pathname).toBe('/app/jobs/photos/import');
  answer();
  expect(await screen.findByText('1 photo added.')).toBeVisible();
});

test('a file that is no ZIP says so', async () => {
  mockUploads();
  const { user } = open();
  await screen.findByText(/Name the folders or the photos by job number/);
  await user.upload(picker(), new File(['not a zip'], 'photos.zip', { type: 'application/zip' }));
  expect(await screen.findByText(/photos.zip is not a readable ZIP file/)).toBeVisible();
});
