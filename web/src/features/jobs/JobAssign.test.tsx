import type { Connection, Crew } from '@bindings';
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useJob, useJobs } from '@/session/jobs';
import { aJob, jobId } from '@/testing/aJob';
import { aCompany, aUser, lastSent, refusal, serverSays, showIn, signedIn } from '@/testing/show';

import { JobEdit } from './JobEdit';

const job = aJob(7, { title: 'Whitaker re-roof' });
const rios = { id: jobId(70), name: 'Ríos Brothers', location: 'Antioch, TN', logoUrl: null };

const connection = (number: number, name: string, change: Partial<Connection> = {}): Connection => ({
  id: jobId(number),
  senderId: aCompany.id,
  recipientId: rios.id,
  accepted: true,
  sent: true,
  message: '',
  companyDetails: { ...rios, id: jobId(number + 10), name, companyType: 'subcontractor' },
  ...change,
});

const connections = [
  connection(60, rios.name),
  connection(61, 'Not yet Roofing', { accepted: false }),
  connection(62, 'Harpeth Exteriors', { companyDetails: { ...rios, companyType: 'contractor' } }),
];

const crewB: Crew = {
  id: jobId(80),
  name: 'Crew B (repairs)',
  crewMembers: [{ id: jobId(81), name: 'Memo Salas', email: null, phone: null, crewId: jobId(80) }],
};

const employees = [
  { ...aUser, id: jobId(90), firstName: 'Luis', lastName: 'Ortega', userType: 'foreman' },
  aUser,
];

const answers = (now = job) => ({
  'GET /api/jobs/myJobs/contractor': { jobs: [now] },
  'GET /api/jobs/myJobs/subcontractor': { jobs: [now] },
  [`GET /api/jobs/job/${job.id}`]: { info: now },
  [`GET /api/connections/connections/${aCompany.id}`]: { fullConnectionsDetails: connections },
  [`GET /api/company/users/${aCompany.id}`]: { employees },
  'GET /api/custom_crews/all': { crews: [crewB] },
});

const left = vi.fn();

/** The tab, and the list under it told by who does the work. */
function Tab() {
  const { job: now } = useJob(job.id);
  const { jobs = [] } = useJobs();
  const crews = jobs.map(
    ({ title, companyInfo, isAcceptedBySub, customSubcontractorName, assignedToUserInfo }) =>
      [title, companyInfo?.name, isAcceptedBySub, customSubcontractorName, assignedToUserInfo?.lastName].join(
        '/',
      ),
  );
  return (
    <>
      <p data-testid="list">{crews.join()}</p>
      {now && <JobEdit job={now} onDirty={() => undefined} onDeleted={left} />}
    </>
  );
}

const open = (profile = signedIn()) => showIn(() => <Tab />, { profile });

const contractor = 'Ridge Contractors';
const asked = aJob(7, {
  title: 'Whitaker re-roof',
  contractorCompanyName: contractor,
  companyInfo: { name: aCompany.name },
  assignedToCompanyId: aCompany.id,
});
const subcontractor = () => signedIn({}, { companyType: 'subcontractor' });

const calls = (fetch: ReturnType<typeof serverSays>, part: string) =>
  fetch.mock.calls.filter(([path]) => path.includes(part)).length;

beforeEach(() => {
  left.mockClear();
  notifications.clean();
});

describe('a contractor', () => {
  it('assigns a job only to subcontractors that accepted the connection, and sees at once that it is pending', async () => {
    const pending = { ...job, companyInfo: { name: rios.name }, assignedToCompanyId: jobId(70) };
    const fetch = serverSays({
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
    expect(lastSent(fetch)).toEqual({ jobCrewTableId: job.jobCrewTableId, selectedConnection: jobId(60) });
    expect(screen.getByText('(pending acceptance)')).toBeInTheDocument();
    expect(screen.getByTestId('list')).toHaveTextContent('Whitaker re-roof/Ríos Brothers/false');
  });

  it('is told to choose from the list when nothing was chosen, and nothing is sent', async () => {
    const fetch = serverSays(answers());
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
    const fetch = serverSays({ ...answers(), 'POST /api/jobs/update/assign/custom': { job: custom } });
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: 'Custom crew' }));
    await user.click(screen.getByRole('combobox', { name: 'Custom crew' }));
    await user.click(await screen.findByRole('option', { name: crewB.name }));
    await user.click(screen.getByRole('combobox', { name: 'Crew lead' }));
    await user.click(await screen.findByRole('option', { name: 'Memo Salas' }));
    await user.click(screen.getByRole('button', { name: 'Assign crew' }));
    await screen.findByRole('alertdialog');
    expect(lastSent(fetch)).toMatchObject({ customCrewId: crewB.id, customCrewMemberId: jobId(81) });
    expect(screen.getByTestId('list')).toHaveTextContent('Crew B (repairs)');
  });

  it('does not lose an acceptance by pressing the button once more', async () => {
    const accepted = {
      ...job,
      companyInfo: { name: rios.name },
      assignedToCompanyId: jobId(70),
      isAcceptedBySub: true,
    };
    const fetch = serverSays(answers(accepted));
    const { user } = open();
    expect(await screen.findByDisplayValue('Ríos Brothers, Antioch, TN')).toBeVisible();
    expect(screen.getByText('(accepted)')).toBeVisible();
    const button = screen.getByRole('button', { name: 'Assign crew' });
    expect(button).toHaveAccessibleDescription('The job is already assigned like this.');
    await user.click(button);
    expect(calls(fetch, 'assign')).toBe(0);
  });

  it('gives the job to an own employee, and the old one is back when the server fails', async () => {
    serverSays({ ...answers(), 'POST /api/jobs/update/assign/user': refusal(500, 'internal', 'inside') });
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

  it('reads why it cannot name an employee while a subcontractor has the job', async () => {
    serverSays(answers({ ...job, companyInfo: { name: rios.name }, assignedToCompanyId: jobId(70) }));
    open();
    const employee = await screen.findByRole('combobox', { name: 'Employee' });
    expect(employee).toBeDisabled();
    expect(screen.getByText(/A subcontractor does this job and chooses who works on it/)).toBeVisible();
  });

  it('is offered the lists once more when they cannot be loaded', async () => {
    const list = `GET /api/connections/connections/${aCompany.id}`;
    serverSays({ ...answers(), [list]: refusal(403, 'forbidden', 'Unauthorized') });
    const { user } = open();
    expect(await screen.findByText('Unauthorized')).toBeVisible();
    serverSays(answers());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('combobox', { name: 'Choose a subcontractor' })).toBeVisible();
  });
});

describe('an asked subcontractor', () => {
  it('sees no field of the contractor, and names an employee only after it accepted', async () => {
    const accepted = { ...asked, isAcceptedBySub: true };
    const fetch = serverSays({ ...answers(asked), 'POST /api/jobs/update/acceptDecline': { job: accepted } });
    const { user } = open(subcontractor());
    expect(await screen.findByText(`${contractor} is waiting for your answer`)).toBeVisible();
    for (const name of ['Save', 'Delete job', 'Assign crew', 'Save dates'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Employee' })).toBeDisabled();
    expect(screen.getByText('Accept this job before you assign it to an employee.')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText("We'll let the contractor know!")).toBeVisible();
    expect(lastSent(fetch)).toEqual({ jobCrewTableId: job.jobCrewTableId, didAccept: true });
    expect(screen.getByText('This job was already accepted.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Employee' })).toHaveFocus());
  });

  it('is asked before it declines; then the job leaves the list and the page closes', async () => {
    const fetch = serverSays({ ...answers(asked), 'POST /api/jobs/update/acceptDecline': { job } });
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

  it('keeps a job whose refusal did not arrive', async () => {
    serverSays({
      ...answers(asked),
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

it('shows a member nothing to change', async () => {
  serverSays(answers());
  open(signedIn({ userType: 'member' }));
  expect(await screen.findByText(/Whitaker re-roof/)).toBeVisible();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Save|Accept|Assign|Delete/ })).toBeNull();
});
