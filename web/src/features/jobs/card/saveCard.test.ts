import type { JobImage } from '@bindings';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aCompany } from '@/testing/render';

import type { CardContent } from './cardContent';
import { saveCard } from './saveCard';

afterEach(() => vi.restoreAllMocks());

test('a PDF that waits for a photo over a slow network can be stopped, without a file or an error', async () => {
  const fetched = vi.fn(
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      }),
  );
  vi.stubGlobal('fetch', fetched);
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  const stop = new AbortController();
  const image = { imgUrl: '/files/photo-1.jpg' } as JobImage;
  const saving = saveCard({ company: aCompany } as unknown as CardContent, image, stop.signal);
  expect(fetched).toHaveBeenCalledOnce();
  stop.abort();
  await saving;
  expect(saved).not.toHaveBeenCalled();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});
