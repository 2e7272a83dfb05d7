import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockServer, renderIn, signedIn } from '@/testing/render';

import { shownDays } from './calendarDays';
import { useCalendarJobs } from './useCalendarJobs';
import { noFilters } from './useCalendarView';
import { usePrefetchAdjacent } from './usePrefetchAdjacent';

const list = (query: string) => `/api/jobs/myJobs/contractor?${query}`;
const may = list('from=2026-04-26&to=2026-06-06');
const june = list('from=2026-05-31&to=2026-07-04');
const july = list('from=2026-06-28&to=2026-08-01');
const strip = list('unscheduled=true');

function Month() {
  const jobs = useCalendarJobs(shownDays('month', '2026-06-11'), noFilters, false);
  usePrefetchAdjacent('month', '2026-06-11', jobs.isLoaded);
  return null;
}

async function opened() {
  const answers = [may, june, july, strip].map((path) => [`GET ${path}`, { jobs: [] }]);
  const fetch = mockServer(Object.fromEntries(answers));
  renderIn(() => <Month />, { profile: signedIn() });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  return fetch.mock.calls.map(([path]) => path).toSorted();
}

beforeEach(() => {
  vi.useFakeTimers();
});

test('the previous and next months are loaded before the user opens them', async () => {
  expect(await opened()).toEqual([may, june, july, strip].toSorted());
});

test('with data saving on, only the visible month is fetched', async () => {
  vi.stubGlobal('navigator', { onLine: true, language: navigator.language, connection: { saveData: true } });
  expect(await opened()).toEqual([june, strip].toSorted());
});
