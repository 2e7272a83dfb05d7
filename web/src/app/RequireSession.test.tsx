import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { keepToken, readToken, sessionIsOver } from '@/api/token';
import { language } from '@/i18n';
import { aCompany, aUser, refusal, serverSays, showIn } from '@/testing/show';

import { RequireSession } from './RequireSession';

const at = '/app/jobs';
const profile = 'GET /api/auth/fetchProfile';

const whereTo = async (router: ReturnType<typeof showIn>['router'], path: string) =>
  waitFor(() => expect(router.state.location.pathname).toBe(path));

test('nobody comes in without a session, and the server is not even asked', async () => {
  const fetch = serverSays({});
  const { router } = showIn(() => <RequireSession />, { at });
  await whereTo(router, '/');
  expect(fetch).not.toHaveBeenCalled();
});

test('a new account is sent to onboarding and keeps the language of its browser', async () => {
  keepToken('t');
  serverSays({
    [profile]: { user: { ...aUser, language: 'spanish', accountCreationComplete: false }, company: null },
  });
  const { router } = showIn(() => <RequireSession />, { at });
  await whereTo(router, '/app/configure');
  expect(language()).toBe('english');
});

test('who has an account stays and is spoken to in their own language', async () => {
  keepToken('t');
  serverSays({ [profile]: { user: { ...aUser, language: 'spanish' }, company: aCompany } });
  const { router } = showIn(() => <RequireSession />, { at });
  await waitFor(() => expect(language()).toBe('spanish'));
  expect(router.state.location.pathname).toBe(at);
});

test('a refused profile leads to the start page', async () => {
  keepToken('t');
  serverSays({ [profile]: refusal(403, 'forbidden', 'no') });
  const { router } = showIn(() => <RequireSession />, { at });
  await whereTo(router, '/');
});

test('an ended session leads to the start page from wherever one is', async () => {
  keepToken('t');
  serverSays({ [profile]: { user: aUser, company: aCompany } });
  const { router } = showIn(() => <RequireSession />, { at });
  await waitFor(() => expect(screen.queryByRole('main')).not.toBeInTheDocument());
  sessionIsOver();
  await whereTo(router, '/');
  expect(readToken()).toBeNull();
});

test('a slow connection is named after five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  keepToken('t');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  showIn(() => <RequireSession />, { at });
  expect(await screen.findByRole('status')).toHaveTextContent('Loading');
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.getByRole('status')).toHaveTextContent('Still loading. Check your connection.');
});
