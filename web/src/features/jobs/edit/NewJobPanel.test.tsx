import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '@/i18n';
import { jobId } from '@/testing/aJob';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { NewJobPanel } from './NewJobPanel';

const create = 'POST /api/jobs/create';
const open = (base = '/app/jobs', profile = signedIn()) =>
  renderIn(() => <NewJobPanel base={base} />, { profile, at: `${base}/new` });

const creations = (fetch: ReturnType<typeof mockServer>) =>
  fetch.mock.calls.filter(([path]) => path === '/api/jobs/create').length;

/** At once and not letter by letter: each renders the whole form. */
const enter = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function fill() {
  await screen.findByLabelText(/^Title/);
  enter(/^Title/, 'Whitaker re-roof');
  enter(/^City/, 'Littleton');
  enter(/^State/, 'CO');
}

describe('the form of a new job', () => {
  it('sends nothing without title, city and state, and focuses the first missing field', async () => {
    const fetch = mockServer({});
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Create job' }));
    expect(screen.getByText('Must provide a title')).toBeVisible();
    expect(screen.getByText('Must provide a city')).toBeVisible();
    expect(screen.getByText('Must provide a state')).toBeVisible();
    expect(screen.getByLabelText(/^Title/)).toHaveFocus();
    expect(creations(fetch)).toBe(0);
  });

  it('closes on a click on its backdrop, and confirms first when something was typed', async () => {
    mockServer({});
    const { user, router } = open();
    await user.type(await screen.findByLabelText(/^Title/), 'Whitaker');
    const backdrop = document.querySelector('.mantine-Drawer-overlay') as HTMLElement;
    await user.click(backdrop);
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    expect(router.state.location.pathname).toBe('/app/jobs/new');
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await user.clear(screen.getByLabelText(/^Title/));
    await user.click(backdrop);
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs'));
  });

  it('opens the new job over the list', async () => {
    mockServer({ [create]: { id: jobId(7) } });
    const { user, router } = open();
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create job' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent("We've created your new job.");
    expect(router.state.location.pathname).toBe(`/app/jobs/${jobId(7)}`);
  });

  it('opens the new job over the calendar when it was created there', async () => {
    mockServer({ [create]: { id: jobId(7) } });
    const { user, router } = open('/app/calendar');
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create job' }));
    await screen.findByRole('alertdialog');
    expect(router.state.location.pathname).toBe(`/app/calendar/job/details/${jobId(7)}`);
  });

  it('keeps what was typed when the server fails', async () => {
    mockServer({ [create]: refusal(500, 'internal', 'inside') });
    const { user } = open();
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create job' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'There was an error creating your job. Please try again in a moment.',
    );
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Whitaker re-roof');
    expect(screen.getByLabelText(/^City/)).toHaveValue('Littleton');
  });

  it('keeps what was typed while the server has no space, shows when to try again, and saves it then', async () => {
    const full =
      'This could not be saved: the server has no space for it at the moment. Nothing was changed. Please try again in a few minutes.';
    const answers: Record<string, unknown> = { [create]: refusal(503, 'internal', full) };
    const fetch = mockServer(answers);
    const { user, router } = open();
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create job' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(full);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Whitaker re-roof');
    expect(screen.getByLabelText(/^State/)).toHaveValue('CO');
    expect(creations(fetch)).toBe(1);
    answers[create] = { id: jobId(7) };
    await user.click(screen.getByRole('button', { name: 'Create job' }));
    expect(await screen.findByText("We've created your new job.")).toBeVisible();
    expect(router.state.location.pathname).toBe(`/app/jobs/${jobId(7)}`);
  });

  it('keeps what was typed when a proxy responds instead of the server', async () => {
    mockServer({ [create]: new Response('<h1>503</h1>', { status: 503 }) });
    const { user } = open();
    await fill();
    await user.click(screen.getByRole('button', { name: 'Create job' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('We could not reach the server.');
    expect(screen.getByLabelText(/^City/)).toHaveValue('Littleton');
  });

  it('confirms before typed text is discarded', async () => {
    mockServer({});
    const { user } = open();
    await fill();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Discard your changes?');
  });

  it('is disabled for a member, and shows why', async () => {
    mockServer({});
    open('/app/jobs', signedIn({ userType: 'member' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Only admin accounts may create jobs');
    expect(screen.getByLabelText(/^Title/)).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Create job' })).toBeNull();
  });

  it('is shown in Spanish', async () => {
    setLanguage('spanish');
    mockServer({});
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Crear trabajo' }));
    expect(screen.getByText('Debe escribir un título')).toBeVisible();
  });
});
