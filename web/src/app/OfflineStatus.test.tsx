/** @alone: late calls of other files would report the server as reachable or not, which the status shows. */
import { QueryObserver } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportReachable } from '@/api/connectivity';
import { newQueryClient } from '@/api/queryClient';
import { forgetRestored, restored } from '@/api/restoredQueries';
import { setLanguage } from '@/i18n';
import { renderIn } from '@/testing/render';

import { ConnectionStatus } from './ConnectionStatus';

const status = () => screen.getByRole('status').textContent;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 10, 42) });
  forgetRestored();
});
afterEach(() => forgetRestored());

test('a lost network shows at once, with the time of the data, and disappears when it is back', async () => {
  reportReachable(true);
  renderIn(() => <ConnectionStatus />);
  expect(status()).toBe('');
  vi.setSystemTime(new Date(2026, 10, 22, 11, 30));
  act(() => void window.dispatchEvent(new Event('offline')));
  await waitFor(() => expect(status()).toMatch(/^You are offline\. This is the data from 10:42\sAM\.$/));
  act(() => reportReachable(true));
  expect(status()).toBe('');
});

test('data that was restored from another day shows that day, also in Spanish', async () => {
  const queries = newQueryClient();
  restored.set('["jobs"]', new Date(2026, 10, 20, 16, 5).getTime());
  queries.setQueryData(['jobs'], []);
  queries
    .getQueryCache()
    .find({ queryKey: ['jobs'] })
    ?.addObserver(new QueryObserver(queries, { queryKey: ['jobs'] }));
  act(() => reportReachable(false));
  setLanguage('spanish');
  renderIn(() => <ConnectionStatus />, { queries });
  await waitFor(() => expect(status()).toMatch(/^Sin conexión\. Estos datos son del 20 nov 2026, 16:05\.$/));
});

test('data from earlier has its time while the server is about to answer', async () => {
  reportReachable(true);
  const queries = newQueryClient();
  queries.setQueryData(['jobs'], []);
  queries
    .getQueryCache()
    .find({ queryKey: ['jobs'] })
    ?.addObserver(new QueryObserver(queries, { queryKey: ['jobs'] }));
  setLanguage('english');
  renderIn(() => <ConnectionStatus />, { queries });
  expect(status()).toBe('');
  act(() => restored.set('["jobs"]', new Date(2026, 10, 22, 7, 42).getTime()));
  await waitFor(() => expect(status()).toMatch(/^This is the data from 7:42\sAM\. It is being updated\.$/));
  act(() => restored.delete('["jobs"]'));
  expect(status()).toBe('');
});
