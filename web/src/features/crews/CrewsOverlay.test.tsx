import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { jobId } from '@/testing/aJob';
import { mockServer, refusal, signedIn } from '@/testing/render';
import { downloadList } from '@/testing/savedFiles';

import { all, crewB, list, open, openB, path, storm } from './testing';

/** The backdrop of the topmost dialog. */
const backdrop = () =>
  [...document.querySelectorAll<HTMLElement>('.mantine-Modal-overlay, .mantine-Drawer-overlay')].at(
    -1,
  ) as HTMLElement;

describe('custom crews', () => {
  it('lists each crew with the number of its members, and opens one', async () => {
    const { user, router } = open();
    const row = (await screen.findByRole('button', { name: crewB.name })).closest('tr') as HTMLElement;
    expect(within(row).getByText('2')).toBeVisible();
    const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(columns.slice(0, 2)).toEqual(['Name', 'Crew Count']);
    await user.click(screen.getByRole('button', { name: crewB.name }));
    expect(await screen.findByText('memo@example.com')).toBeVisible();
    expect(router.state.location.search).toBe(`?crew=${crewB.id}`);
  });

  it('shows hyphens for a member with neither e-mail nor phone', async () => {
    openB();
    const row = (await screen.findByText('Chuy Barrera')).closest('tr') as HTMLElement;
    expect(within(row).getAllByText('-')).toHaveLength(2);
  });

  it('shows an empty state in a crew without members', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: storm.name }));
    expect(await screen.findByRole('heading', { name: 'nothing to show' })).toBeVisible();
  });

  it('shows an empty state while there is no crew', async () => {
    open({ answers: { [list]: { crews: [] } } });
    expect(await screen.findByRole('heading', { name: 'nothing to show' })).toBeVisible();
  });

  it('closes an open crew by a double click on the backdrop, not by a single one, and the list by one click', async () => {
    const { user, router } = openB();
    await screen.findByText('memo@example.com');
    await user.click(backdrop());
    expect(screen.getByText('memo@example.com')).toBeVisible();
    await user.dblClick(backdrop());
    await waitFor(() => expect(screen.queryByText('memo@example.com')).toBeNull());
    expect(router.state.location.pathname).toBe(path);
    await user.click(backdrop());
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs'));
  });

  it('keeps the forms of a crew member and of a new crew until the backdrop is clicked twice', async () => {
    const { user } = openB();
    await user.click(await screen.findByRole('button', { name: 'Edit Memo Salas' }));
    const member = await screen.findByRole('dialog', { name: 'Edit crew member' });
    await user.click(backdrop());
    expect(member).toBeVisible();
    await user.dblClick(backdrop());
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit crew member' })).toBeNull());
    await user.click((await screen.findAllByRole('button', { name: 'New Custom Crew' }))[0] as HTMLElement);
    const crew = await screen.findByRole('dialog', { name: 'New Custom Crew' });
    await user.click(backdrop());
    expect(crew).toBeVisible();
    await user.dblClick(backdrop());
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Custom Crew' })).toBeNull());
  });

  it('closes one layer at a time on Esc: the form, the crew, the list', async () => {
    const { user, router } = openB();
    await user.click(await screen.findByRole('button', { name: 'Edit Memo Salas' }));
    expect(await screen.findByDisplayValue('Memo Salas')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByDisplayValue('Memo Salas')).toBeNull());
    expect(screen.getByText('memo@example.com')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('memo@example.com')).toBeNull());
    expect(router.state.location.pathname).toBe(path);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs'));
  });

  it('keeps the filters of the jobs list when it is closed', async () => {
    const { user, router } = open({ at: `${path}?q=hail&crew=${crewB.id}` });
    await screen.findByText('memo@example.com');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.search).toBe('?q=hail'));
  });

  it('refuses a name of more than 255 characters, and opens the created crew', async () => {
    const made = { ...storm, id: jobId(84), name: 'Weekend gutters' };
    const { user, fetch, router } = open({ answers: { 'POST /api/custom_crews/create': { crew: made } } });
    await user.click((await screen.findAllByRole('button', { name: 'New Custom Crew' }))[0] as HTMLElement);
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    await user.click(name);
    await user.paste('x'.repeat(256));
    await user.click(screen.getByRole('button', { name: 'Create crew' }));
    expect(name).toHaveAttribute('aria-invalid', 'true');
    expect(fetch.mock.calls.every(([, init]) => init?.method === 'GET')).toBe(true);
    await user.clear(name);
    await user.type(name, 'Weekend gutters');
    mockServer({
      [list]: { crews: [crewB, storm, made] },
      'POST /api/custom_crews/create': { crew: made },
    });
    await user.click(screen.getByRole('button', { name: 'Create crew' }));
    expect(await screen.findByRole('heading', { name: 'Weekend gutters' })).toBeVisible();
    expect(router.state.location.search).toBe(`?crew=${made.id}`);
  });

  it('shows a new crew and a new member at once, and removes them with an error when they could not be stored', async () => {
    let answer: (answer: Response) => void = () => {};
    const slowly = (post: string) => {
      const fetch = mockServer(all);
      fetch.mockImplementation(async (address, init) => {
        if (init?.method === 'POST' && address === post) return new Promise((done) => (answer = done));
        return Response.json({ crews: [crewB, storm] });
      });
    };
    const { user } = open({ at: `${path}?crew=${crewB.id}` });
    await screen.findByText('memo@example.com');
    slowly('/api/custom_crews/create_crew_member');
    await user.click(screen.getByRole('button', { name: 'New Crew Member' }));
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Neto Quiñones');
    await user.click(screen.getByRole('button', { name: 'Add member' }));
    expect(await screen.findByText('Neto Quiñones')).toBeInTheDocument();
    answer(refusal(500, 'internal', 'inside'));
    expect(
      await screen.findByText('There was an error while trying to create this crew member.'),
    ).toBeVisible();
    expect(screen.queryByText('Neto Quiñones')).toBeNull();
    expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Neto Quiñones');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await user.clear(screen.getByRole('textbox', { name: /^Name/ }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());

    slowly('/api/custom_crews/create');
    await user.click((await screen.findAllByRole('button', { name: 'New Custom Crew' }))[0] as HTMLElement);
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Weekend gutters');
    await user.click(screen.getByRole('button', { name: 'Create crew' }));
    expect(await screen.findByText('Weekend gutters')).toBeInTheDocument();
    answer(refusal(500, 'internal', 'inside'));
    expect(await screen.findByText('There was an error while trying to create your crew.')).toBeVisible();
    expect(screen.queryByText('Weekend gutters')).toBeNull();
  });

  it('confirms before a crew is deleted, and shows the list without it', async () => {
    const { user, fetch } = openB({ [`DELETE /api/custom_crews/${crewB.id}`]: { id: crewB.id } });
    await user.click(await screen.findByRole('button', { name: 'Delete crew' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent("You won't be able to revert this!");
    fetch.mockImplementation(async (address, init) =>
      Response.json(init?.method === 'DELETE' ? { id: address } : { crews: [storm] }),
    );
    await user.click(within(question).getByRole('button', { name: 'Yes, remove it!' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: crewB.name })).toBeNull());
    expect(screen.getByRole('button', { name: storm.name })).toBeVisible();
  });

  it('shows everything to a member, and why the buttons are disabled', async () => {
    const { user } = open({ profile: signedIn({ userType: 'member' }), at: `${path}?crew=${crewB.id}` });
    const only = 'Only admin accounts can perform this action';
    const make = (await screen.findAllByRole('button', { name: 'New Custom Crew' }))[0] as HTMLElement;
    expect(make).toHaveAccessibleDescription(only);
    await user.click(make);
    await user.click(await screen.findByRole('button', { name: 'Edit Memo Salas' }));
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete crew' })).toHaveAccessibleDescription(only);
  });

  it('explains what custom crews are', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'What are custom crews?' }));
    expect(await screen.findByText(/people who work for you without a Ridgeline account/)).toBeVisible();
  });

  it('offers a retry when crews cannot be loaded', async () => {
    const { user } = open({ answers: { [list]: refusal(403, 'forbidden', 'Unauthorized') } });
    await screen.findByRole('heading', { name: 'Unauthorized' });
    mockServer(all);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: crewB.name })).toBeVisible();
  });
});

it('saves the crews and the members of one', async () => {
  const { user } = openB();
  await screen.findByText('memo@example.com');
  const crews = await downloadList(user);
  expect([crews.list, ...crews.lines]).toEqual([
    'crews',
    'Name,Crew Count',
    'Crew B (tear-off),2',
    'Storm response,0',
  ]);
  const members = await downloadList(user, 1);
  expect([members.list, ...members.lines.slice(1)]).toEqual([
    'crew-members',
    'Memo Salas,memo@example.com,720-555-0131',
    'Chuy Barrera,,',
  ]);
});
