import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { jobId } from '@/testing/aJob';
import { aCompany, lastRequest, lastRequestTo, mockServer, refusal, signedIn } from '@/testing/render';

import { answers, calls, crewB, job, open, rios } from './testing';

beforeEach(() => notifications.clean());

describe('a contractor', () => {
  it('assigns a job only to subcontractors that accepted the connection, and sees at once that it is pending', async () => {
    const pending = { ...job, companyInfo: { name: rios.name }, assignedToCompanyId: jobId(70) };
    const fetch = mockServer({
      ...answers(),
      'POST /api/jobs/update/assign/subcontractorAccount': { job: pending },
    });
    const { user } = open();
    await user.click(await screen.findByRole('combobox', { name: 'Choose a subcontractor' }));
    const offered = await screen.findAllByRole('option');
    expect(offered.map((option) => option.textContent)).toEqual(['Ríos Brothers, Antioch, TN']);
    await user.click(offered[0] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Assign crew' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent("We've changed this jobs assignment.");
    expect(lastRequest(fetch)).toEqual({ jobCrewTableId: job.jobCrewTableId, selectedConnection: jobId(60) });
    expect(screen.getByText('(pending acceptance)')).toBeInTheDocument();
    expect(screen.getByTestId('list')).toHaveTextContent('Whitaker re-roof/Ríos Brothers/false');
  });

  it('sees an error when nothing was chosen, and nothing is sent', async () => {
    const fetch = mockServer(answers());
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Assign crew' }));
    const sentence = 'You must choose a subcontractor from the list to assign them this job.';
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Choose a subcontractor' })).toHaveFocus();
    await user.click(screen.getByRole('radio', { name: 'Custom crew' }));
    expect(screen.getByText(sentence)).toBeVisible();
    expect(calls(fetch, 'assign')).toBe(0);
  });

  it('assigns a custom crew with one of its members as crew lead', async () => {
    const custom = { ...job, isCustom: true, crewId: crewB.id, customSubcontractorName: crewB.name };
    const fetch = mockServer({ ...answers(), 'POST /api/jobs/update/assign/custom': { job: custom } });
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: 'Custom crew' }));
    await user.click(screen.getByRole('combobox', { name: 'Custom crew' }));
    await user.click(await screen.findByRole('option', { name: crewB.name }));
    await user.click(screen.getByRole('combobox', { name: 'Crew lead' }));
    await user.click(await screen.findByRole('option', { name: 'Memo Salas' }));
    await user.click(screen.getByRole('button', { name: 'Assign crew' }));
    await screen.findByRole('alertdialog');
    expect(lastRequest(fetch)).toMatchObject({ customCrewId: crewB.id, customCrewMemberId: jobId(81) });
    expect(screen.getByTestId('list')).toHaveTextContent('Crew B (repairs)');
  });

  it('does not lose an acceptance by pressing the button again', async () => {
    const accepted = {
      ...job,
      companyInfo: { name: rios.name },
      assignedToCompanyId: jobId(70),
      isAcceptedBySub: true,
    };
    const fetch = mockServer(answers(accepted));
    const { user } = open();
    expect(await screen.findByDisplayValue('Ríos Brothers, Antioch, TN')).toBeVisible();
    expect(screen.getByText('(accepted)')).toBeVisible();
    const button = screen.getByRole('button', { name: 'Assign crew' });
    expect(button).toHaveAccessibleDescription('The job already has this assignment.');
    await user.click(button);
    expect(calls(fetch, 'assign')).toBe(0);
  });

  it('assigns the job to an own employee, and gets the previous one back when the server fails', async () => {
    mockServer({ ...answers(), 'POST /api/jobs/update/assign/user': refusal(500, 'internal', 'inside') });
    const { user } = open();
    const employee = await screen.findByRole('combobox', { name: 'Employee' });
    await waitFor(() => expect(employee).toBeEnabled());
    await user.click(employee);
    await user.click(await screen.findByRole('option', { name: 'Luis Ortega' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'There was an issue making your assignment. Please try again in a moment.',
    );
    expect(screen.getByRole('combobox', { name: 'Employee' })).toHaveValue('Nobody');
    expect(screen.getByTestId('list')).not.toHaveTextContent('Ortega');
  });

  it('takes a job back from a subcontractor after a confirmation that names it, and can then assign an employee', async () => {
    const given = {
      ...job,
      companyInfo: { name: rios.name },
      assignedToCompanyId: jobId(70),
      isAcceptedBySub: true,
    };
    const responses: Record<string, unknown> = answers(given);
    const path = '/api/jobs/update/assign/nobody';
    const fetch = mockServer(responses);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Take back' }));
    const question = await screen.findByRole('alertdialog', {
      name: 'Take “Whitaker re-roof” back from Ríos Brothers?',
    });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(calls(fetch, 'assign')).toBe(0);

    Object.assign(responses, answers(), { [`POST ${path}`]: { job } });
    await user.click(screen.getByRole('button', { name: 'Take back' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, take it back' }));
    await waitFor(() => expect(screen.getByTestId('list')).toHaveTextContent('Whitaker re-roof//false//'));
    expect(lastRequestTo(fetch, path)).toEqual({ jobCrewTableId: job.jobCrewTableId });
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Employee' })).toBeEnabled());
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
  });

  it('sees the crew of a job again when it could not be taken back', async () => {
    const crews = { isCustom: true, crewId: crewB.id, customSubcontractorName: crewB.name };
    mockServer({
      ...answers({ ...job, ...crews }),
      'POST /api/jobs/update/assign/nobody': refusal(500, 'internal', 'inside'),
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Take back' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, take it back' }));
    expect(await screen.findByText(/There was an issue making your assignment/)).toBeVisible();
    expect(screen.getByTestId('list')).toHaveTextContent(crewB.name);
  });

  it('sees why no employee can be assigned while a subcontractor has the job', async () => {
    mockServer(answers({ ...job, companyInfo: { name: rios.name }, assignedToCompanyId: jobId(70) }));
    open();
    const employee = await screen.findByRole('combobox', { name: 'Employee' });
    expect(employee).toBeDisabled();
    expect(screen.getByText(/A subcontractor does this job and chooses who works on it/)).toBeVisible();
  });

  it('can load the lists again when that failed', async () => {
    const list = `GET /api/connections/connections/${aCompany.id}`;
    mockServer({ ...answers(), [list]: refusal(403, 'forbidden', 'Unauthorized') });
    const { user } = open();
    expect(await screen.findByText('Unauthorized')).toBeVisible();
    mockServer(answers());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('combobox', { name: 'Choose a subcontractor' })).toBeVisible();
  });
});

it('shows a member nothing to change', async () => {
  mockServer(answers());
  open(signedIn({ userType: 'member' }));
  expect(await screen.findByText(/Whitaker re-roof/)).toBeVisible();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Save|Accept|Assign|Delete/ })).toBeNull();
});
