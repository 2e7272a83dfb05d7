import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { aJob } from '@/testing/aJob';
import { mockServer, renderIn, signedIn } from '@/testing/render';

import { OverlapWarning } from './OverlapWarning';
import { ScheduleForm } from './ScheduleForm';

const crew = { isCustom: true, crewId: 'c1', customSubcontractorName: 'Crew A' };
const job = aJob(1, { ...crew, startDate: '2026-06-01', endDate: '2026-06-01' });
const other = aJob(2, { ...crew, startDate: '2026-06-09', endDate: '2026-06-12' });
const list = (from: string, to: string) => `GET /api/jobs/myJobs/contractor?from=${from}&to=${to}`;

test('dates on which the crew is busy show a warning, and can still be saved', async () => {
  mockServer({
    [list('2026-06-01', '2026-06-01')]: { jobs: [job] },
    [list('2026-06-01', '2026-06-10')]: { jobs: [job, other] },
  });
  const saved: unknown[] = [];
  const { user } = renderIn(
    () => (
      <ScheduleForm
        job={job}
        action="Save dates"
        save={async (span) => saved.push(span)}
        note={(span) => <OverlapWarning job={job} span={span} />}
      />
    ),
    { profile: signedIn() },
  );
  expect(screen.queryByText(/already has/)).not.toBeInTheDocument();
  const end = screen.getByRole('textbox', { name: /End date/i });
  await user.clear(end);
  await user.type(end, '06/10/2026{Tab}');
  expect(await screen.findByText('Crew A already has 1 job on these days.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save dates' }));
  expect(saved).toEqual([{ startDate: '2026-06-01', endDate: '2026-06-10' }]);
});

test('moving a scheduled job shows the warning on busy days, and removes it on free days', async () => {
  mockServer({
    [list('2026-06-10', '2026-06-10')]: { jobs: [other] },
    [list('2026-06-20', '2026-06-20')]: { jobs: [] },
  });
  function Chosen() {
    const [day, setDay] = useState('2026-06-10');
    return (
      <>
        <OverlapWarning job={job} span={{ startDate: day, endDate: day }} />
        <button type="button" onClick={() => setDay('2026-06-20')}>
          later
        </button>
      </>
    );
  }
  const { user } = renderIn(() => <Chosen />, { profile: signedIn() });
  expect(await screen.findByText('Crew A already has 1 job on these days.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'later' }));
  expect(screen.queryByText(/already has/)).not.toBeInTheDocument();
});
