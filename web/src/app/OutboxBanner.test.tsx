import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { newIdempotencyKey } from '@/api/idempotency';
import { newQueryClient } from '@/api/queryClient';
import { profileQuery } from '@/queries/accounts/session';
import { type Entry, type EntryState, outbox, useBacklog } from '@/queries/offline/outbox';
import { entryOf } from '@/queries/offline/outboxEntry';
import { jobId } from '@/testing/aJob';
import { renderIn, signedIn } from '@/testing/render';
import { aFile } from '@/testing/slowForms';
import { OutboxBanner } from './OutboxBanner';

function aPhoto(change: Partial<EntryState>): Entry {
  const queries = newQueryClient();
  queries.setQueryData(profileQuery.queryKey, signedIn());
  const task = { kind: 'photo', jobId: jobId(1), file: aFile('a.jpg') } as const;
  return { ...entryOf(queries, task, newIdempotencyKey()), ...change };
}

function BannerOfPage() {
  return useBacklog() ? <OutboxBanner onShow={vi.fn()} /> : null;
}

const show = (...entries: Entry[]) => act(() => outbox.show(entries));

afterEach(() => show());

it('does not count photos that their own page shows while they are uploaded', () => {
  renderIn(() => <BannerOfPage />, { profile: signedIn() });
  show(aPhoto({ foreground: true, state: 'sending' }), aPhoto({ foreground: true }));
  expect(screen.queryByRole('complementary')).toBeNull();
  show(aPhoto({ foreground: true, state: 'sending' }), aPhoto({}));
  expect(screen.getByRole('complementary', { name: '1 waiting to upload' })).toBeVisible();
});

it('shows on every page that a refused photo needs a decision', () => {
  renderIn(() => <BannerOfPage />, { profile: signedIn() });
  show(aPhoto({ state: 'refused', reason: 'Not your job.' }));
  expect(screen.getByRole('complementary', { name: '1 needs your answer' })).toBeVisible();
});
