/** The files that a page saves. */
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';

/** Collects the files that are saved from now on, by their names. */
export function savedFiles(): Map<string, Blob> {
  const made = new Map<string, Blob>();
  const saved = new Map<string, Blob>();
  Object.assign(URL, {
    createObjectURL: (file: Blob) => {
      const address = `blob:${made.size}`;
      made.set(address, file);
      return address;
    },
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const file = made.get(this.href);
    if (file !== undefined) saved.set(this.download, file);
  });
  return saved;
}

/** Saves a list by its menu, of several the one at this position; returns its name without the day, and its lines. */
export async function downloadList(user: UserEvent, at = 0): Promise<{ list: string; lines: string[] }> {
  const files = savedFiles();
  const menus = await screen.findAllByRole('button', { name: 'List options' });
  await user.click(menus[at] as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: /^Download CSV/ }));
  await vi.waitFor(() => {
    if (files.size === 0) throw new Error('nothing was saved');
  });
  const [name = '', file] = [...files][0] ?? [];
  const [, list = name] = /^(.+)-\d{4}-\d\d-\d\d\.csv$/.exec(name) ?? [];
  return { list, lines: ((await file?.text()) ?? '').trim().split('\n') };
}
