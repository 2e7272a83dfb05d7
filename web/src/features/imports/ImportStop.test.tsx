import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLayout } from '@/testing/layout';
import { renderIn, signedIn } from '@/testing/render';

import { ImportScreen } from './ImportScreen';

const picker = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
const season = new File(['title,city,state\nWhitaker,Littleton,CO\n'], 'jobs.csv', { type: 'text/csv' });

/** An upload that has arrived and is being stored for as long as nobody hangs up. */
class Storing {
  static sent: FormData[] = [];
  static hungUp = 0;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onabort: () => void = () => undefined;
  open() {}
  setRequestHeader() {}
  send(form: FormData) {
    Storing.sent.push(form);
    this.upload.onprogress?.({ loaded: 1, total: 1 });
  }
  abort() {
    Storing.hungUp += 1;
    this.onabort();
  }
}

/** The name that a sending was given. */
const nameOf = (at: number) => Storing.sent[at]?.get('importId') as string;

/** Begins an import, and stops it while it is stored. The server answers the stop by what `told` gives. */
async function stopped(...told: Response[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return told.shift() ?? Promise.reject(new TypeError('no network'));
  });
  const { user } = renderIn(() => <ImportScreen kind="jobs" />, {
    profile: signedIn(),
    at: '/app/jobs/import',
  });
  await user.upload(picker(), season);
  await user.click((await screen.findAllByRole('button', { name: 'Import 1 job' }))[0] as HTMLElement);
  expect(await screen.findByText('Saving the jobs')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  return { user, asked };
}

beforeEach(() => {
  stubLayout();
  Storing.sent = [];
  Storing.hungUp = 0;
  vi.stubGlobal('XMLHttpRequest', Storing);
});
afterEach(() => vi.restoreAllMocks());

describe('an import that is stopped while it is stored', () => {
  it('is hung up on and stopped under its own name, and can be begun anew', async () => {
    const { asked, user } = await stopped(Response.json({ stored: null }));
    expect(await screen.findByText('This import was stopped. Nothing of it was stored.')).toBeVisible();
    expect(Storing.hungUp).toBe(1);
    expect(asked).toEqual([`/api/imports/stop/${nameOf(0)}`]);
    await user.click(screen.getAllByRole('button', { name: 'Import 1 job' })[0] as HTMLElement);
    expect(await screen.findByText('Saving the jobs')).toBeVisible();
    expect(nameOf(1)).not.toBe(nameOf(0));
  });

  it('is told as stored where the server was faster', async () => {
    await stopped(Response.json({ stored: { created: 1, alreadyThere: 0, refused: 0 } }));
    expect(
      await screen.findByText('The whole file was saved before the import could be stopped.'),
    ).toBeVisible();
    expect(screen.getByText(/1 job imported, 0 already there/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View jobs' })).toBeVisible();
  });

  it('is called neither stored nor stopped while the server cannot be asked', async () => {
    const { user } = await stopped();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Either the whole file was saved or nothing was.',
    );
    vi.stubGlobal('fetch', async () => Response.json({ stored: null }));
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('This import was stopped. Nothing of it was stored.')).toBeVisible();
  });
});
