import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aJob } from '@/testing/aJob';
import { stubLayout } from '@/testing/layout';
import { mockServer, renderIn, signedIn } from '@/testing/render';
import { aFile } from '@/testing/slowForms';
import { slowUploads } from '@/testing/slowUploads';
import { JobImages } from './JobImages';
import { aPhoto } from './testing';

const job = aJob(7);
const list = `GET /api/jobs/fetchImgs/${job.id}`;
const open = () => renderIn(() => <JobImages job={job} />, { profile: signedIn() });

/** The picker of the drop zone; the phone's two inputs are hidden from screen readers. */
const choose = (files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose photos', { selector: 'input' }), { target: { files } });

beforeEach(stubLayout);

describe('adding photos', () => {
  const entry = (number: number) => ({ newEntry: aPhoto(-number) });
  const start = async (imgs = [aPhoto(1)]) => {
    mockServer({ [list]: { imgs } });
    const uploads = slowUploads();
    const shown = open();
    await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
    return { ...shown, uploads };
  };
  const names = (uploads: { name: string }[]) => uploads.map(({ name }) => name);

  it('uploads three at a time, shows the progress of each, and lists them first', async () => {
    const { uploads } = await start();
    choose([1, 2, 3, 4].map((number) => aFile(`roof-${number}.jpg`)));
    await waitFor(() => expect(names(uploads)).toEqual(['roof-1.jpg', 'roof-2.jpg', 'roof-3.jpg']));
    expect(uploads[0]?.path).toBe(`/api/jobs/uploadJobImage/${job.id}`);
    uploads[0]?.progress(0.64);
    expect(screen.getByText('Uploading 64%')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'roof-1.jpg' })).toHaveAttribute('aria-valuenow', '64');
    expect(screen.getByText('4 photos are being uploaded.')).toBeVisible();
    uploads[0]?.answer(200, entry(1));
    await waitFor(() => expect(names(uploads)).toContain('roof-4.jpg'));
    for (const [at, upload] of uploads.slice(1).entries()) upload.answer(200, entry(at + 2));
    await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(5));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('loses no photo when one fails: it stays with its name and can be uploaded again', async () => {
    const { uploads, user } = await start();
    choose([aFile('a.jpg'), aFile('b.jpg')]);
    await waitFor(() => expect(uploads).toHaveLength(2));
    uploads[0]?.lose();
    uploads[1]?.answer(200, entry(1));
    const message = 'We could not reach the server. Check your connection and try again.';
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(message);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.getByText('1 photo was not uploaded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try a.jpg again' }));
    await waitFor(() => expect(names(uploads)).toEqual(['a.jpg', 'b.jpg', 'a.jpg']));
    uploads[2]?.answer(200, entry(2));
    await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(3));
  });

  it('cancels a photo that is being uploaded or queued, and uploads the others', async () => {
    const { uploads, user } = await start([]);
    choose([1, 2, 3, 4, 5].map((number) => aFile(`roof-${number}.jpg`)));
    await waitFor(() => expect(uploads).toHaveLength(3));
    uploads[0]?.progress(0.5);
    await user.click(screen.getByRole('button', { name: 'Stop uploading roof-5.jpg' }));
    await user.click(screen.getByRole('button', { name: 'Stop uploading roof-1.jpg' }));
    expect(uploads[0]?.stopped).toBe(true);
    await waitFor(() =>
      expect(names(uploads)).toEqual(['roof-1.jpg', 'roof-2.jpg', 'roof-3.jpg', 'roof-4.jpg']),
    );
    for (const [at, upload] of uploads.slice(1).entries()) upload.answer(200, entry(at + 1));
    await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(3));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows a server error of many uploads once, not twenty times', async () => {
    const { uploads } = await start([]);
    choose([aFile('a.jpg'), aFile('b.jpg')]);
    await waitFor(() => expect(uploads).toHaveLength(2));
    for (const upload of uploads) upload.answer(500, { error: { code: 'internal', message: 'inside' } });
    const popup = await screen.findByRole('alertdialog');
    expect(popup).toHaveTextContent('There was an issue while attempting to upload your images.');
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Try all again' })).toBeInTheDocument();
  });

  it('refuses files that are no photo or too large before anything is sent, and uploads the rest', async () => {
    const { uploads, user } = await start([]);
    choose([
      aFile('plan.pdf', 'application/pdf'),
      aFile('big.png', 'image/png', 15 * 1_048_576 + 1),
      aFile('a.jpg'),
    ]);
    await waitFor(() => expect(names(uploads)).toEqual(['a.jpg']));
    expect(screen.getByText(/please choose an image\./)).toBeVisible();
    expect(screen.getByText(/File size too large\. Max file size 15MB\./)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try plan.pdf again' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove plan.pdf' }));
    expect(screen.queryByText('plan.pdf')).toBeNull();
  });

  it('shows the message of the server for an iPhone photo that is no JPEG after all', async () => {
    const { uploads } = await start([]);
    choose([aFile('IMG_2291.jpg')]);
    await waitFor(() => expect(uploads).toHaveLength(1));
    const message = 'HEIC photos cannot be shown everywhere. Choose JPEG in the settings of the camera.';
    uploads[0]?.answer(415, { error: { code: 'unsupported_media', message } });
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(message);
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  });

  it('keeps failed photos for a user who leaves the tab and returns', async () => {
    const { uploads, queries } = await start([]);
    choose([aFile('a.jpg')]);
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.lose();
    await screen.findByRole('alertdialog');
    renderIn(() => <JobImages job={job} />, { profile: signedIn(), queries });
    expect(screen.getAllByText('a.jpg')).toHaveLength(2);
  });

  it('uploads dropped photos as well', async () => {
    const { uploads } = await start([]);
    const files = [aFile('dropped.webp', 'image/webp')];
    const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }));
    fireEvent.drop(screen.getByText('Drop photos here'), {
      dataTransfer: { files, items, types: ['Files'] },
    });
    await waitFor(() => expect(names(uploads)).toEqual(['dropped.webp']));
  });

  it('offers the camera of a phone, for JPEG so that iPhones convert', async () => {
    await start([]);
    const camera = document.querySelector('input[capture="environment"]');
    expect(camera?.getAttribute('accept')).toMatch(/^image\/jpeg,/);
    expect(screen.getByRole('button', { name: 'Take a photo' })).toBeInTheDocument();
  });
});
