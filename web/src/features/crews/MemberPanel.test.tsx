import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { jobId } from '@/testing/aJob';
import { lastRequestTo, mockServer, refusal } from '@/testing/render';

import { chuy, crewB, list, memo, openB, storm } from './testing';

describe('custom crews', () => {
  it('refuses an invalid phone number, and adds the member without one', async () => {
    const neto = { ...chuy, id: jobId(85), name: 'Neto Quiñones' };
    const post = 'POST /api/custom_crews/create_crew_member';
    const { user, fetch } = openB({ [post]: { crewMember: neto } });
    await user.click(await screen.findByRole('button', { name: 'New Crew Member' }));
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Neto Quiñones');
    await user.type(screen.getByRole('textbox', { name: 'Phone' }), '12');
    await user.click(screen.getByRole('button', { name: 'Add member' }));
    expect(await screen.findByText(/Incorrect phone number formatting/)).toBeVisible();
    expect(fetch.mock.calls.some(([address]) => address.includes('create'))).toBe(false);
    await user.clear(screen.getByRole('textbox', { name: 'Phone' }));
    mockServer({
      [list]: { crews: [{ ...crewB, crewMembers: [memo, chuy, neto] }, storm] },
      [post]: { crewMember: neto },
    });
    await user.click(screen.getByRole('button', { name: 'Add member' }));
    expect(await screen.findByText('Neto Quiñones')).toBeVisible();
  });

  it('sends a changed member with its crew', async () => {
    const put = 'PUT /api/custom_crews/update_crew_member';
    const { user, fetch } = openB({ [put]: { crewMember: { ...chuy, phone: '303-555-0169' } } });
    await user.click(await screen.findByRole('button', { name: 'Edit Chuy Barrera' }));
    await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '3035550169');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Phone' })).toBeNull());
    const sent = fetch.mock.calls.find(([, init]) => init?.method === 'PUT')?.[1]?.body as string;
    expect(JSON.parse(sent)).toEqual({
      id: chuy.id,
      crewId: crewB.id,
      name: 'Chuy Barrera',
      email: '',
      phone: '3035550169',
      was: { name: 'Chuy Barrera', email: '', phone: '' },
    });
  });

  it('saves a phone number without reverting the name that another user changed meanwhile', async () => {
    const put = 'PUT /api/custom_crews/update_crew_member';
    const renamed = { ...chuy, name: 'Jesús Barrera' };
    const { user, queries } = openB({ [put]: { crewMember: { ...renamed, phone: '303-555-0169' } } });
    await user.click(await screen.findByRole('button', { name: 'Edit Chuy Barrera' }));
    await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '3035550169');
    const fetch = mockServer({
      [list]: { crews: [{ ...crewB, crewMembers: [memo, renamed] }, storm] },
      [put]: { crewMember: { ...renamed, phone: '303-555-0169' } },
    });
    await act(() => queries.refetchQueries({ queryKey: ['crews'] }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Jesús Barrera'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Phone' })).toBeNull());
    expect(lastRequestTo(fetch, '/api/custom_crews/update_crew_member')).toMatchObject({
      name: 'Jesús Barrera',
      phone: '3035550169',
      was: { name: 'Jesús Barrera', phone: '' },
    });
  });

  it('restores a member that could not be deleted, with an error', async () => {
    const deletion = `DELETE /api/custom_crews/crew_members/${memo.id}`;
    const { user } = openB({ [deletion]: refusal(500, 'internal', 'inside') });
    await user.click(await screen.findByRole('button', { name: 'Edit Memo Salas' }));
    await user.click(await screen.findByRole('button', { name: 'Delete member' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('Memo Salas will be removed from “Crew B (tear-off)”');
    await user.click(within(question).getByRole('button', { name: 'Yes, remove it!' }));
    expect(
      await screen.findByText('There was an error while trying to create this crew member.'),
    ).toBeVisible();
    expect(screen.getByText('memo@example.com')).toBeInTheDocument();
  });
});
