import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { aJob } from '@/testing/aJob';
import { stubLayout } from '@/testing/layout';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { JobImages } from './JobImages';
import { aPhoto } from './testing';

const job = aJob(7);
const list = `GET /api/jobs/fetchImgs/${job.id}`;
const other = { postedBy: aJob(99).id, postedByFirstName: 'Luis', postedByLastName: 'Ríos' };
const open = (profile = signedIn()) => renderIn(() => <JobImages job={job} />, { profile });

const tiles = () => screen.getAllByRole('listitem');
const photo = (name: string) => screen.findByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });

beforeEach(stubLayout);

describe('the photos of a job', () => {
  it('are under the day on which they were posted, newest first, with author and time', async () => {
    mockServer({ [list]: { imgs: [aPhoto(60 * 24 * 20), aPhoto(2), aPhoto(1, other)] } });
    open();
    await photo('Photo by Luis Ríos, 06/09/2026');
    const heads = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(heads).toEqual(['Jun 9th 20262 photos', 'May 20th 20261 photo']);
    const [first, second, third] = tiles();
    expect(first).toHaveTextContent(/Luis Ríos\d+:59 [AP]M/);
    expect(second).toHaveTextContent(/Marisol Vega\d+:58 [AP]M/);
    expect(third).toHaveTextContent('Marisol Vega');
  });

  it('renders only the visible ones of 3,000 photos', async () => {
    mockServer({ [list]: { imgs: Array.from({ length: 3_000 }, (_, at) => aPhoto(at / 10)) } });
    open();
    expect((await screen.findAllByRole('img')).length).toBeLessThan(80);
    expect(tiles()[0]).toHaveAttribute('aria-setsize', '3000');
  });

  it('fetches new links once when a photo cannot be loaded any more', async () => {
    const fetch = mockServer({ [list]: { imgs: [aPhoto(1)] } });
    open();
    fireEvent.error(await screen.findByRole('img'));
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    expect(screen.getByRole('button', { name: 'Photo by Marisol Vega, 06/09/2026' })).toBeVisible();
  });

  it('shows in the language of the user that photos could not be fetched, and retries', async () => {
    const answers: Record<string, unknown> = { [list]: refusal(404, 'not_found', 'No se encontró.') };
    mockServer(answers);
    setLanguage('spanish');
    const { user } = open(signedIn({ language: 'spanish' }));
    expect(await screen.findByText('No se encontró.')).toBeVisible();
    answers[list] = { imgs: [] };
    await user.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
    expect(await screen.findByText('Todavía no hay fotos')).toBeVisible();
  });
});

describe('the caption of a photo', () => {
  const path = '/api/jobs/update/imageCaption';
  const write = async (answer: unknown) => {
    const two = [aPhoto(1, other), aPhoto(2)];
    const fetch = mockServer({ [list]: { imgs: two }, [`POST ${path}`]: answer });
    const { user } = open();
    await user.click(await photo('Photo by Luis Ríos, 06/09/2026'));
    await user.click(screen.getByRole('button', { name: 'Add caption' }));
    const field = screen.getByLabelText('What does this photo show?');
    // The keys of a text do not move to the next photo.
    await user.type(field, 'Soft dec{ArrowRight}k{Enter}');
    return fetch;
  };

  it('is written by anybody on the job, and shows in the list, too', async () => {
    const stored = aPhoto(1, { ...other, caption: 'Soft deck' });
    const fetch = await write({ image: stored });
    expect(await screen.findByRole('button', { name: 'Edit caption' })).toBeVisible();
    expect(screen.getAllByText('Soft deck')).toHaveLength(2);
    expect(lastRequestTo(fetch, path)).toEqual({ imageId: stored.id, caption: 'Soft deck' });
  });

  it('is not lost when the server refuses it', async () => {
    await write(refusal(403, 'forbidden', 'Not today.'));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Not today.');
    expect(screen.getByLabelText('What does this photo show?')).toHaveValue('Soft deck');
  });
});

describe('deleting a photo', () => {
  const mine = aPhoto(1);
  const remove = `DELETE /api/jobs/deleteJobImg/${mine.id}`;

  it('is for the author only', async () => {
    mockServer({ [list]: { imgs: [mine, aPhoto(2, other)] } });
    const { user } = open();
    await photo('Photo by Luis Ríos, 06/09/2026');
    expect(screen.getAllByRole('button', { name: 'Delete photo' })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Photo by Luis Ríos, 06/09/2026' }));
    const gallery = await dialog('Photo by Luis Ríos, 06/09/2026');
    expect(within(gallery).queryByRole('button', { name: 'Delete photo' })).toBeNull();
  });

  it('confirms first, and deletes nothing when the user cancels', async () => {
    const fetch = mockServer({ [list]: { imgs: [mine] } });
    const { user } = open();
    await user.click(await photo('Delete photo'));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent("You won't be able to revert this!");
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('img')).toBeVisible();
    expect(fetch.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(false);
  });

  it('removes the photo at once and restores it when the server fails, with the message', async () => {
    let refuse: (answer: Response) => void = () => undefined;
    vi.stubGlobal('fetch', async (_: string, init?: RequestInit) =>
      init?.method === 'DELETE'
        ? new Promise<Response>((answer) => (refuse = answer))
        : Response.json({ imgs: [mine, aPhoto(2, other)] }),
    );
    const { user } = open();
    await user.click(await photo('Delete photo'));
    await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
    await waitFor(() => expect(tiles()).toHaveLength(1));
    refuse(refusal(500, 'internal', 'inside'));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'There was an issue when deleting your job.',
    );
    expect(tiles()[0]).toHaveTextContent('Marisol Vega');
  });

  it('moves to the next photo when it is done in the gallery', async () => {
    const answers: Record<string, unknown> = { [list]: { imgs: [mine, aPhoto(2, other)] } };
    answers[remove] = { id: mine.id };
    mockServer(answers);
    const { user } = open();
    await user.click(await photo('Photo by Marisol Vega, 06/09/2026'));
    const gallery = await dialog('Photo by Marisol Vega, 06/09/2026');
    await user.click(within(gallery).getByRole('button', { name: 'Delete photo' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
    expect(await dialog('Photo by Luis Ríos, 06/09/2026')).toHaveTextContent('1 of 1');
    await waitFor(() => expect(tiles()).toHaveLength(1));
  });
});

describe('the gallery', () => {
  const three = [aPhoto(1), aPhoto(2, other), aPhoto(3)];
  const look = async () => {
    mockServer({ [list]: { imgs: three } });
    const shown = open();
    await shown.user.click(await photo('Photo by Luis Ríos, 06/09/2026'));
    return { ...shown, gallery: await screen.findByRole('dialog') };
  };

  it('moves through all photos by keyboard, and Escape returns the focus to the photo', async () => {
    const { user, gallery } = await look();
    expect(gallery).toHaveTextContent('2 of 3');
    await user.keyboard('{ArrowRight}');
    expect(gallery).toHaveTextContent('3 of 3');
    await user.keyboard('{ArrowRight}');
    expect(gallery).toHaveTextContent('3 of 3');
    await user.keyboard('{Home}');
    expect(gallery).toHaveTextContent('1 of 3');
    await user.keyboard('{End}{ArrowLeft}');
    expect(gallery).toHaveTextContent('2 of 3');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Photo by Luis Ríos, 06/09/2026' })).toHaveFocus(),
    );
  });

  it('moves on a swipe, and not on a tap', async () => {
    const { gallery } = await look();
    const stage = within(gallery).getByRole('img').parentElement as HTMLElement;
    const swipe = (from: number, to: number) => {
      fireEvent.pointerDown(stage, { pointerId: 1, clientX: from, isPrimary: true });
      fireEvent.pointerMove(stage, { pointerId: 1, clientX: to });
      fireEvent.pointerUp(stage, { pointerId: 1, clientX: to });
    };
    swipe(300, 120);
    expect(gallery).toHaveTextContent('3 of 3');
    swipe(120, 300);
    expect(gallery).toHaveTextContent('2 of 3');
    swipe(120, 130);
    expect(gallery).toHaveTextContent('2 of 3');
  });
});
