import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLayout } from '@/testing/layout';
import { renderIn, signedIn } from '@/testing/render';

import { ImportScreen } from './ImportScreen';

const picker = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
const season = new File(['title,city,state\nWhitaker,Littleton,CO\n'], 'jobs.csv', { type: 'text/csv' });

/** A complete upload that is being stored until the client aborts the request. */
class Storing {
  static sent: FormData[] = [];
  static aborted = 0;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onabort: () => void = () => undefined;
  open() {}
  setRequestHeader() {}
  send(form: FormData) {
    Storing.sent.push(form);
    this.upload.onprogress?.({ loaded: 1, total: 1 });
  }
  abort() {
    Storing.aborted += 1;
    this.onabort();
  }
}

/** The import id of an upload. */
const idOf = (at: number) => Storing.sent[at]?.get('importId') as string;

/** Starts an import, and stops it while it is being stored. Calls get the given responses, then no network. */
async function stopped(...responses: Response[]) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    return responses.shift() ?? Promise.reject(new TypeError('no network'));
  });
  const { user } = renderIn(() => <ImportScreen kind="jobs" />, {
    profile: signedIn(),
    at: '/app/jobs/import',
  });
  await user.upload(picker(), season);
  await user.click((await screen.findAllByRole('button', { name: 'Import 1 job' }))[0] as HTMLElement);
  expect(await screen.findByText('Saving the jobs')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  return { user, requests };
}

beforeEach(() => {
  stubLayout();
  Storing.sent = [];
  Storing.aborted = 0;
  vi.stubGlobal('XMLHttpRequest', Storing);
});
afterEach(() => vi.restoreAllMocks());

describe('an import that is stopped while it is stored', () => {
  it('is aborted and stopped under its id, and can be started again', async () => {
    const { requests, user } = await stopped(Response.json({ stored: null }));
    expect(await screen.findByText('This import was stopped. Nothing of it was stored.')).toBeVisible();
    expect(Storing.aborted).toBe(1);
    expect(requests).toEqual([`/api/imports/stop/${idOf(0)}`]);
    await user.click(screen.getAllByRole('button', { name: 'Import 1 job' })[0] as HTMLElement);
    expect(await screen.findByText('Saving the jobs')).toBeVisible();
    expect(idOf(1)).not.toBe(idOf(0));
  });

  it('is shown as stored if the server was faster', async () => {
    await stopped(Response.json({ stored: { created: 1, alreadyThere: 0, refused: 0 } }));
    expect(
      await screen.findByText('The whole file was saved before the import could be stopped.'),
    ).toBeVisible();
    expect(screen.getByText(/1 job imported, 0 already there/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View jobs' })).toBeVisible();
  });

  it('is shown as neither stored nor stopped while the server is unreachable', async () => {
    const { user } = await stopped();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Either the whole file was saved or nothing was.',
    );
    vi.stubGlobal('fetch', async () => Response.json({ stored: null }));
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('This import was stopped. Nothing of it was stored.')).toBeVisible();
  });
});
