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
    const name = 'Send / print';
    await user.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement);
    await user.click(await screen.findByRole('menuitem', { name: 'Save as PDF' }));
    await waitFor(() => expect(requested).toHaveBeenCalledOnce());
    expect(stop()).toBeVisible();
    await give(user);
    expect(await screen.findAllByRole('button', { name })).not.toHaveLength(0);
    expect(saved).not.toHaveBeenCalled();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('menuitem')).toBeNull();
  },
);

const stop = () => screen.getByRole('button', { name: 'Stop: Send / print' });
