import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { mockServer, signedIn } from '@/testing/render';

import { known, open } from './testing';

const logo = '/files/logo.png';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['its button', async (user: UserEvent) => user.click(stop())],
  ['Esc', async (user: UserEvent) => user.keyboard('{Escape}')],
])(
  'a PDF that waits for a logo over a slow network is stopped by %s, and nothing is saved',
  async (_, give) => {
    const server = mockServer(known());
    const requested = vi.fn();
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      if (path !== logo) return server(path, init);
      requested();
      return new Promise((_answer, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      });
    });
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click');
    const { user } = open(signedIn({}, { logoUrl: logo }));
    const name = 'Save as PDF';
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(requested).toHaveBeenCalledOnce());
    expect(stop()).toBeVisible();
    await give(user);
    expect(await screen.findByRole('button', { name })).toBeVisible();
    expect(saved).not.toHaveBeenCalled();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  },
);

const stop = () => screen.getByRole('button', { name: 'Stop: Save as PDF' });
