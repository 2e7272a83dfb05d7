import type { AdjustmentForm, ShiftForm, ShiftMove } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { UndoShift } from '@/components/planning/shift/UndoShift';
import { aJob, jobId } from '@/testing/aJob';
import { refusal, renderIn, signedIn } from '@/testing/render';
import { ShiftOverlay } from './ShiftOverlay';

const day = { startDate: '2026-06-11', endDate: '2026-06-11' };
const next = { startDate: '2026-06-12', endDate: '2026-06-12' };
const rios = {
  isAcceptedBySub: true,
  assignedToCompanyId: jobId(70),
  companyInfo: { name: 'Ríos Brothers' },
};
const whitaker = aJob(1, { title: 'Whitaker', ...day, ...rios } as object);
const eakin = aJob(2, { title: 'Eakin', city: 'Denver', ...day });
const shelby = aJob(3, {
  title: 'Shelby',
  ...day,
  assignedToUserId: jobId(80),
  assignedToUserInfo: { firstName: 'Luis', lastName: 'Ortega' },
});
const jobs = [whitaker, eakin, shelby];

const moveOf = (id: string, adjust: readonly AdjustmentForm[]): ShiftMove[] => {
  const mine = adjust.find((each) => each.jobId === id);
  if (mine?.skip === true) return [];
  const will =
    mine?.startDate === undefined ? next : { startDate: mine.startDate, endDate: mine.endDate ?? '' };
  const asksAgain = id === whitaker.id ? [jobId(70)] : [];
  return [{ jobId: id, was: day, will, asksAgain, overlaps: id === eakin.id ? [shelby.id] : [] }];
};

/** A server that plans as the real one does; `sent` answers a move that is sent. */
function planningServer(sent: (form: ShiftForm, moves: ShiftMove[]) => Response | object) {
  const forms: ShiftForm[] = [];
  const keys: (string | null)[] = [];
  const fetch = vi.fn(async (path: string, init: RequestInit = {}) => {
    if (path.startsWith('/api/jobs/myJobs')) return Response.json({ jobs });
    if (path.startsWith('/api/calendar/')) return Response.json({ calendars: [] });
    if (path !== '/api/schedule/shift') return refusal(404, 'not_found', path);
    const form = JSON.parse(init.body as string) as ShiftForm;
    const moves = jobs.flatMap(({ id }) => moveOf(id, form.adjust ?? []));
    if (form.dryRun === true) {
      if (form.workdays === 0)
        return refusal(422, 'validation', 'no', [
          { field: 'workdays', code: 'too_small', message: 'Move by a day at least.' },
        ]);
      return Response.json({ moves, state: `state of ${JSON.stringify(form.adjust)}` });
    }
    forms.push(form);
    keys.push(new Headers(init.headers).get('idempotency-key'));
    const answer = sent(form, moves);
    return answer instanceof Response ? answer : Response.json(answer);
  });
  vi.stubGlobal('fetch', fetch);
  return { forms, keys };
}

const open = (at = '/app/calendar/move/2026-06-11?grid=week&why=rain', profile = signedIn()) =>
  renderIn(() => <ShiftOverlay />, { profile, at, path: '/app/calendar/move/:day?' });

const row = async (title: string) => {
  const cell = await screen.findByText(title);
  return cell.closest('tr') as HTMLElement;
};

beforeEach(() => sessionStorage.removeItem('ridgeline.lastShift'));

test('an office sees what would move and who is asked again, leaves one out, changes one, and sends exactly that', async () => {
  const { forms, keys } = planningServer((_, moves) => ({ moves, state: 'x', shiftId: jobId(900) }));
  const { user, router } = open();
  expect(await screen.findByText('3 jobs move')).toBeVisible();
  expect(within(await row('Whitaker')).getByText('Ríos Brothers is asked again')).toBeVisible();
  expect(within(await row('Eakin')).getByText('Overlaps Shelby')).toBeVisible();
  expect(within(await row('Eakin')).getByText('No crew yet · Denver')).toBeVisible();
  expect(within(await row('Shelby')).getByText(/^Luis Ortega · /)).toBeVisible();
  const reason = screen.getByRole('combobox', { name: /Reason/ });
  expect(reason).toHaveValue('Rain');
  await waitFor(() => expect(reason).toHaveFocus());

  await user.click(screen.getByRole('button', { name: 'Skip Eakin' }));
  expect(await screen.findByText('2 jobs move')).toBeVisible();
  expect(within(await row('Eakin')).getByText('Stays')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Change the days of Shelby' }));
  for (const name of [/^Start Date/, /^End Date/]) {
    const field = screen.getByRole('textbox', { name });
    await user.clear(field);
    await user.type(field, '06/15/2026');
  }
  await user.click(screen.getByRole('button', { name: 'Use these days' }));
  expect(await within(await row('Shelby')).findByText('Mon Jun 15')).toBeVisible();

  await user.click(await screen.findByRole('button', { name: 'Move 2 jobs' }));
  await waitFor(() => expect(forms).toHaveLength(1));
  const adjust = [
    { jobId: eakin.id, skip: true },
    { jobId: shelby.id, startDate: '2026-06-15', endDate: '2026-06-15' },
  ];
  expect(forms[0]).toMatchObject({
    selection: { day: '2026-06-11' },
    workdays: 1,
    reason: 'Rain',
    withFollowing: true,
    adjust,
    state: `state of ${JSON.stringify(adjust)}`,
  });
  expect(keys[0]).not.toBeNull();
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/calendar'));
  expect(router.state.location.search).toBe('?grid=week');
});

test('a move of jobs that changed meanwhile is not sent: the office sees what is true now, and sends that', async () => {
  const now: ShiftMove[] = [{ jobId: shelby.id, was: day, will: next, asksAgain: [], overlaps: [] }];
  const { forms } = planningServer((form, moves) =>
    form.state === 'new state'
      ? { moves, state: 'x', shiftId: jobId(900) }
      : refusal(409, 'changed', 'changed', [], { moves: now, state: 'new state' }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Move 3 jobs' }));
  expect(await screen.findByText(/^Jobs have changed meanwhile/)).toBeVisible();
  expect(screen.queryByText('Whitaker')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Move 1 job' }));
  await waitFor(() => expect(forms.map(({ state }) => state)).toContain('new state'));
});

test('how far is checked while it is chosen, and nothing can be sent by it', async () => {
  planningServer(() => ({}));
  const { user } = open();
  await screen.findByText('3 jobs move');
  const field = screen.getByRole('textbox', { name: 'Working days later' });
  await user.clear(field);
  await user.type(field, '0');
  expect(await screen.findByText('Move by a day at least.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Move a day' })).toHaveAttribute('aria-disabled', 'true');
});

test('a member of the company reads who may move days, and nothing is asked of the server', async () => {
  const { forms } = planningServer(() => ({}));
  open(undefined, signedIn({ userType: 'member' }));
  expect(await screen.findAllByText(/Only admin/)).not.toHaveLength(0);
  expect(screen.queryByText('3 jobs move')).toBeNull();
  expect(forms).toEqual([]);
});

test('the undo says what came back, and which job stays and why', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () =>
      Response.json({ restored: [eakin.id], kept: [{ jobId: whitaker.id, reason: 'answered' }] }),
    ),
  );
  const profile = signedIn();
  const last = { id: jobId(900), companyId: profile.company?.id, count: 2, until: Date.now() + 60_000 };
  sessionStorage.setItem('ridgeline.lastShift', JSON.stringify(last));
  const { user, queries } = renderIn(() => <UndoShift />, { profile });
  queries.setQueryData(['jobs', 'list', {}], jobs);
  expect(screen.getByText(/2 jobs were moved/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const said = await screen.findByRole('alertdialog');
  expect(said).toHaveTextContent('1 job is back on its days.');
  expect(said).toHaveTextContent('Whitaker: it was answered since');
  expect(screen.queryByText(/2 jobs were moved/)).toBeNull();
});
