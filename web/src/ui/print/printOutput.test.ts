import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { printSheet, savePdf } from './printOutput';

afterEach(() => vi.restoreAllMocks());

test('a PDF that is ready after it was canceled is not saved, and its failure is not shown', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  for (const write of [
    () => Promise.resolve(new Blob(['%PDF'])),
    () => Promise.reject(new Error('no network')),
  ]) {
    const line = new AbortController();
    const saving = savePdf('work-order-1.pdf', write, line.signal);
    line.abort();
    await saving;
  }
  expect(saved).not.toHaveBeenCalled();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('canceling while the pictures of a sheet load opens no print dialog', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const picture = document.body.appendChild(document.createElement('img'));
  picture.decode = () => new Promise(() => undefined);
  const line = new AbortController();
  const printing = printSheet(line.signal);
  line.abort();
  await printing;
  expect(print).not.toHaveBeenCalled();
  picture.decode = () => Promise.resolve();
  await printSheet(new AbortController().signal);
  expect(print).toHaveBeenCalledOnce();
  picture.remove();
});
