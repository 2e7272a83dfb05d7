import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '@/i18n';
import { jobId } from '@/testing/aJob';
import { refusal, serverSays, showIn, signedIn } from '@/testing/show';

import { NewJobPanel } from './NewJobPanel';

const create = 'POST /api/jobs/create';
const open = (base = '/app/jobs', profile = signedIn()) =>
  showIn(() => <NewJobPanel base={base} />, { profile, at: `${base}/new` });

async function fill(user: ReturnType<typeof open>['user']) {
  await user.type(await screen.findByLabelText(/^Title/), 'Whitaker re-roof');
  await user.type(screen.getByLabelText(/^City/), 'Littleton');
  await user.type(screen.getByLabelText(/^State/), 'CO');
}

describe('the form of a new job', () => {
  it('sends nothing without title, city and state, and leads to the first that is missing', async () => {
    const fetch = serverSays({});
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Create job' }));
    expect(screen.getByText('Must provide a title')).toBeVisible();
    expect(screen.getByText('Must provide a city')).toBeVisible();
    expect(screen.getByText('Must provide a state')).toBeVisible();
    expect(screen.getByLabelText(/^Title/)).toHaveFocus();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('opens the new job over the list', async () => {
    serverSays({ [create]: { id: jobId(7) } });
    const { user, router } = open();
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Create job' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent("We've created your new job.");
    expect(router.state.location.pathname).toBe(`/app/jobs/${jobId(7)}`);
  });

  it('opens the new job over the calendar when it was made there', async () => {
    serverSays({ [create]: { id: jobId(7) } });
    const { user, router } = open('/app/calendar');
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Create job' }));
    await screen.findByRole('alertdialog');
    expect(router.state.location.pathname).toBe(`/app/calendar/job/details/${jobId(7)}`);
  });

  it('keeps what was typed when the server fails', async () => {
    serverSays({ [create]: refusal(500, 'internal', 'inside') });
    const { user } = open();
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Create job' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'There was an error creating your job. Please try again in a moment.',
    );
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Whitaker re-roof');
    expect(screen.getByLabelText(/^City/)).toHaveValue('Littleton');
  });

  it('asks before typed words are thrown away', async () => {
    serverSays({});
    const { user } = open();
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Discard your changes?');
  });

  it('shows a member the form, disabled, and why', async () => {
    serverSays({});
    open('/app/jobs', signedIn({ userType: 'member' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Only admin accounts may create jobs');
    expect(screen.getByLabelText(/^Title/)).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Create job' })).toBeNull();
  });

  it('speaks Spanish', async () => {
    setLanguage('spanish');
    serverSays({});
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Crear trabajo' }));
    expect(screen.getByText('Debe escribir un título')).toBeVisible();
  });
});
