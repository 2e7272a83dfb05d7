import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aJob } from '@/testing/aJob';
import { aCompany, lastRequest, lastRequestTo, mockServer, refusal, signedIn } from '@/testing/render';

import { answers, calls, job, left, open } from './testing';

const contractor = 'Ridge Contractors';
const offered = aJob(7, {
  title: 'Whitaker re-roof',
  contractorCompanyName: contractor,
  companyInfo: { name: aCompany.name },
  assignedToCompanyId: aCompany.id,
});
const subcontractor = () => signedIn({}, { companyType: 'subcontractor' });

beforeEach(() => {
  left.mockClear();
  notifications.clean();
});

describe('a subcontractor who is offered a job', () => {
  it('sees no field of the contractor, and can assign an employee only after accepting', async () => {
    const accepted = { ...offered, isAcceptedBySub: true };
    const fetch = mockServer({
      ...answers(offered),
      'POST /api/jobs/update/acceptDecline': { job: accepted },
    });
    const { user } = open(subcontractor());
    expect(await screen.findByText(`${contractor} is waiting for your answer`)).toBeVisible();
    for (const name of ['Save', 'Delete job', 'Assign crew', 'Save dates'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Employee' })).toBeDisabled();
    expect(screen.getByText('Accept this job before you assign it to an employee.')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText("We'll let the contractor know!")).toBeVisible();
    const { startDate, endDate } = offered;
    expect(lastRequest(fetch)).toEqual({
      jobCrewTableId: job.jobCrewTableId,
      didAccept: true,
      startDate,
      endDate,
    });
    expect(screen.getByText('This job was already accepted.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Employee' })).toHaveFocus());
  });

  it('confirms before declining; then the job leaves the list and the page closes', async () => {
    const fetch = mockServer({ ...answers(offered), 'POST /api/jobs/update/acceptDecline': { job } });
    const { user } = open(subcontractor());
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('“Whitaker re-roof” goes back to Ridge Contractors');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(calls(fetch, 'acceptDecline')).toBe(0);

    await user.click(screen.getByRole('button', { name: 'Decline' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, decline it' }));
    await waitFor(() => expect(left).toHaveBeenCalled());
    expect(screen.getByTestId('list')).toBeEmptyDOMElement();
    expect(await screen.findByText("We'll let the contractor know!")).toBeVisible();
  });

  it.each([
    ['accept', 'Accept', true],
    ['decline', 'Decline', false],
  ])(
    'sees both when the days changed meanwhile, and can %s the job as it is now',
    async (_, label, accepts) => {
      const seen = { startDate: '2026-06-09', endDate: '2026-06-11' };
      const moved = { ...offered, startDate: '2026-06-15', endDate: '2026-06-17' };
      const path = '/api/jobs/update/acceptDecline';
      const message = 'This job has changed since you saw it.';
      const server: Record<string, unknown> = {
        ...answers({ ...offered, ...seen }),
        [`POST ${path}`]: refusal(409, 'changed', message, [], { job: moved }),
      };
      const fetch = mockServer(server);
      const { user } = open(subcontractor());
      await user.click(await screen.findByRole('button', { name: 'Accept' }));
      const question = await screen.findByRole('alertdialog', { name: 'The days have changed' });
      expect(question).toHaveTextContent(message);
      expect(question).toHaveTextContent('The days you saw Jun 9th 2026 – Jun 11th 2026');
      expect(question).toHaveTextContent('The current days Jun 15th 2026 – Jun 17th 2026');
      expect(lastRequestTo(fetch, path)).toMatchObject(seen);

      server[`POST ${path}`] = { job: { ...moved, isAcceptedBySub: true } };
      Object.assign(server, answers({ ...moved, isAcceptedBySub: true }));
      await user.click(within(question).getByRole('button', { name: label }));
      expect(await screen.findByText("We'll let the contractor know!")).toBeVisible();
      expect(lastRequestTo(fetch, path)).toEqual({
        jobCrewTableId: job.jobCrewTableId,
        didAccept: accepts,
        startDate: moved.startDate,
        endDate: moved.endDate,
      });
      if (!accepts) expect(left).toHaveBeenCalled();
    },
  );

  it('has answered nothing while the changed days are only looked at', async () => {
    const moved = { ...offered, startDate: '2026-06-15', endDate: '2026-06-17' };
    const fetch = mockServer({
      ...answers(offered),
      'POST /api/jobs/update/acceptDecline': refusal(409, 'changed', 'It changed.', [], { job: moved }),
    });
    const { user } = open(subcontractor());
    await user.click(await screen.findByRole('button', { name: 'Accept' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(calls(fetch, 'acceptDecline')).toBe(1);
    expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled();
    expect(screen.queryByText("We'll let the contractor know!")).toBeNull();
  });

  it('keeps a job that could not be declined', async () => {
    mockServer({
      ...answers(offered),
      'POST /api/jobs/update/acceptDecline': refusal(500, 'internal', 'inside'),
    });
    const { user } = open(subcontractor());
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, decline it' }));
    expect(await screen.findByText(/There was an issue making your assignment/)).toBeVisible();
    expect(left).not.toHaveBeenCalled();
    expect(screen.getByTestId('list')).toHaveTextContent('Whitaker re-roof');
  });
});
