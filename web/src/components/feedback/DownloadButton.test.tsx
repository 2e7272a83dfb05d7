import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '@/api/client';
import type { DownloadOptions } from '@/api/download';
import { renderIn } from '@/testing/render';

import { DownloadButton } from './DownloadButton';

/** A download that the test completes. */
function slowFile() {
  let received: DownloadOptions | undefined;
  let settle: (file: File) => void = () => undefined;
  let refuse: (failure: Error) => void = () => undefined;
  const fetched = (options: DownloadOptions) =>
    new Promise<File>((resolve, reject) => {
      received = options;
      settle = resolve;
      refuse = reject;
      options.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
    });
  return {
    fetched,
    come: (bytes: number) => act(() => received?.onProgress?.(bytes)),
    end: () => act(async () => settle(new File(['a'], 'activity.csv'))),
    fail: () => act(async () => refuse(new ApiFailure(503, 'busy', 'Please try again in a moment.'))),
    signal: () => received?.signal,
  };
}

const saved = vi.fn();

beforeEach(() => {
  saved.mockClear();
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:a', revokeObjectURL: () => undefined }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(saved);
});

const open = () => {
  const file = slowFile();
  return { file, ...renderIn(() => <DownloadButton label="Download CSV" fetched={file.fetched} />) };
};

test('a long download shows its progress and is saved when it is complete', async () => {
  const { file, user } = open();
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect(screen.getByRole('status')).toHaveTextContent('Downloading…');
  file.come(348_000);
  expect(screen.getByRole('button', { name: /Stop \(340 KB\)/ })).toBeVisible();
  await file.end();
  expect(saved).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Download CSV' })).toBeVisible();
});

test('a canceled download saves no file and shows no error', async () => {
  const { file, user } = open();
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await user.click(screen.getByRole('button', { name: /^Stop/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Download CSV' })).toBeVisible());
  expect(file.signal()?.aborted).toBe(true);
  expect(saved).not.toHaveBeenCalled();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('a failed download shows why and can be retried', async () => {
  const { file, user } = open();
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await file.fail();
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Please try again in a moment.');
  expect(saved).not.toHaveBeenCalled();
});
