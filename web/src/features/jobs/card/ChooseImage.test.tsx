import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { jobId } from '@/testing/aJob';
import { stubLayout } from '@/testing/layout';
import { mockServer } from '@/testing/render';

import { answers, image, job, open, press, ready, sheet } from './testing';

beforeEach(stubLayout);

describe('the image of the card', () => {
  it('is chosen among the photos of the job, and stays chosen the next time', async () => {
    mockServer(answers());
    const { user } = open();
    expect(within(await sheet()).queryByRole('img')).toBeNull();
    await user.click(press('Choose image'));
    const dialog = await screen.findByRole('dialog');
    await user.click(await within(dialog).findByRole('button', { name: 'Photo by Luis 2., 06/02/2026' }));
    const shown = await within(await sheet()).findByRole('img');
    expect(shown).toHaveAttribute('src', '/files/photo-2.jpg');
    cleanup();
    open();
    expect(await within(await sheet()).findByRole('img')).toHaveAttribute('src', '/files/photo-2.jpg');
  });

  it('can be cleared', async () => {
    localStorage.setItem(`ridgeline.cardImage.${job.id}`, image(1).id);
    mockServer(answers());
    const { user } = open();
    await within(await sheet()).findByRole('img');
    await user.click(press('Choose image'));
    await user.click(await screen.findByRole('button', { name: 'No image' }));
    await waitFor(async () => expect(within(await sheet()).queryByRole('img')).toBeNull());
    expect(localStorage.getItem(`ridgeline.cardImage.${job.id}`)).toBeNull();
  });

  it('disappears from the card when its photo was deleted meanwhile', async () => {
    localStorage.setItem(`ridgeline.cardImage.${job.id}`, jobId(999));
    mockServer(answers());
    open();
    const card = await sheet();
    await ready();
    expect(within(card).queryByRole('img')).toBeNull();
  });

  it('shows that a job has no photos yet and where to add some', async () => {
    mockServer(answers({ [`GET /api/jobs/fetchImgs/${job.id}`]: { imgs: [] } }));
    const { user } = open();
    await sheet();
    await user.click(press('Choose image'));
    expect(await screen.findByText('This job has no photos yet')).toBeVisible();
  });
});
