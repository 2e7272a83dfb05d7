import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '@/i18n';
import { aConnection, aRequestNotification } from '@/testing/aConnection';
import { aCompany, lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { ConnectionsScreen } from './ConnectionsScreen';

const list = `GET /api/connections/connections/${aCompany.id}`;
const accept = '/api/connections/accept';
const decline = '/api/connections/decline';

const cumbre = aConnection(1, 'Cumbre Roofing LLC', { accepted: true });
const duraguard = aConnection(2, 'Duraguard Coatings', { message: 'Met Pete at the Aurora yard.' });
const alpine = aConnection(3, 'Alpine Snow & Ice Guards');
const tres = aConnection(4, 'Tres Picos Framing', { sent: true });
const all = [alpine, cumbre, duraguard, tres];

const answersOf = (connections: unknown[]) => ({
  [list]: { fullConnectionsDetails: connections },
  'GET /api/notifications/user': { notifications: [] },
});

function open({ profile = signedIn(), connections = all as unknown[], answers = {} } = {}) {
  const fetch = mockServer({ ...answersOf(connections), ...answers });
  return { fetch, ...renderIn(() => <ConnectionsScreen />, { profile }) };
}

const group = (name: RegExp) => screen.findByRole('region', { name });
const rowOf = (name: string) => screen.getByRole('link', { name }).closest('li') as HTMLElement;

describe('connections', () => {
  it('shows connected companies, received requests and sent requests', async () => {
    open();
    expect(within(await group(/^Connected 1/)).getByText('connected')).toBeVisible();
    const waiting = await group(/^Waiting for you 2/);
    expect(within(waiting).getByText('Met Pete at the Aurora yard.')).toBeVisible();
    expect(within(waiting).getAllByRole('button', { name: /^Accept/ })).toHaveLength(2);
    const sent = await group(/^Sent by you 1/);
    expect(within(sent).getByText('pending')).toBeVisible();
    expect(within(sent).queryByRole('button', { name: /^Accept/ })).toBeNull();
  });

  it('has Accept on the same side as the jobs, so that no user declines by habit', async () => {
    open();
    const answers = within(await group(/^Waiting for you 2/)).getAllByRole('button');
    expect(answers.map((button) => button.textContent)).toEqual(['Decline', 'Accept', 'Decline', 'Accept']);
  });

  it('shows that there are no requests where they would be listed', async () => {
    open({ answers: answersOf([cumbre]) });
    expect(await screen.findByText('No requests are waiting for your answer.')).toBeVisible();
  });

  it('links to the page of each company, and to the search', async () => {
    open();
    expect(await screen.findByRole('link', { name: cumbre.companyDetails.name })).toHaveAttribute(
      'href',
      `/app/view/company/${cumbre.companyDetails.id}`,
    );
    expect(screen.getAllByRole('link', { name: 'Search companies' })[0]).toHaveAttribute(
      'href',
      '/app/search/companies',
    );
  });

  it('shows an accepted company as connected at once', async () => {
    const { user } = open();
    const button = await screen.findByRole('button', { name: 'Accept Duraguard Coatings' });
    const connected = { ...duraguard, accepted: true };
    mockServer({
      ...answersOf([alpine, cumbre, connected, tres]),
      [`POST ${accept}`]: { connection: connected },
    });
    await user.click(button);
    await waitFor(() => expect(within(rowOf('Duraguard Coatings')).getByText('connected')).toBeVisible());
    expect(await screen.findByText('You are connected with Duraguard Coatings.')).toBeVisible();
  });

  it('reverts an acceptance that was not stored, with an error', async () => {
    const { user, fetch } = open({
      answers: { [`POST ${accept}`]: refusal(500, 'internal', 'inside') },
    });
    await user.click(await screen.findByRole('button', { name: 'Accept Duraguard Coatings' }));
    expect(
      await screen.findByText('There was an error accepting this connection. Please wait and try again.'),
    ).toBeVisible();
    expect(lastRequestTo(fetch, accept)).toEqual({ id: duraguard.id });
    expect(within(rowOf('Duraguard Coatings')).queryByText('connected')).toBeNull();
  });

  it('confirms before a connection ends, because jobs lose their assignee, and restores it when that failed', async () => {
    const { user, fetch } = open({
      answers: { [`POST ${decline}`]: refusal(500, 'internal', 'inside') },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove Cumbre Roofing LLC' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('Active jobs shared over this connection will lose their crew');
    expect(fetch.mock.calls.some(([path]) => path === decline)).toBe(false);
    await user.click(within(question).getByRole('button', { name: 'Yes, remove it!' }));
    expect(
      await screen.findByText('There was an error declining this connection. Please wait and try again.'),
    ).toBeVisible();
    expect(rowOf('Cumbre Roofing LLC')).toBeInTheDocument();
  });

  it('removes a declined request from the list without a confirmation', async () => {
    const { user } = open();
    const button = await screen.findByRole('button', { name: 'Decline Alpine Snow & Ice Guards' });
    const fetch = mockServer({
      ...answersOf([cumbre, duraguard, tres]),
      [`POST ${decline}`]: { id: alpine.id },
    });
    await user.click(button);
    await waitFor(() => expect(screen.queryByText('Alpine Snow & Ice Guards')).toBeNull());
    await waitFor(() => expect(lastRequestTo(fetch, decline)).toEqual({ id: alpine.id }));
    expect(await screen.findByText('You declined the request from Alpine Snow & Ice Guards.')).toBeVisible();
  });

  it('shows the message of the server when another user answered first', async () => {
    const { user } = open({
      answers: { [`POST ${accept}`]: refusal(409, 'conflict', 'This was answered already.') },
    });
    await user.click(await screen.findByRole('button', { name: 'Accept Duraguard Coatings' }));
    expect(await screen.findByText('This was answered already.')).toBeVisible();
  });

  it('shows everything to a member, and why they cannot answer', async () => {
    const { user, fetch } = open({ profile: signedIn({ userType: 'member' }) });
    for (const name of ['Accept Duraguard Coatings', 'Remove Cumbre Roofing LLC']) {
      const button = await screen.findByRole('button', { name });
      expect(button).toHaveAccessibleDescription(/admin/);
      await user.click(button);
    }
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(fetch.mock.calls.every(([, init]) => init?.method === 'GET')).toBe(true);
  });

  it('marks requests as seen that are read here', async () => {
    const request = aRequestNotification();
    const { fetch } = open({
      answers: {
        'GET /api/notifications/user': {
          notifications: [request, { ...request, id: 'other', destination: 'bell' }],
        },
        'POST /api/notifications/seen': { notifications: {} },
      },
    });
    await waitFor(() => expect(lastRequestTo(fetch, '/api/notifications/seen')).toEqual([request.id]));
  });

  it('shows what to do while there is no connection', async () => {
    open({ connections: [] });
    expect(await screen.findByRole('heading', { name: 'No connections yet' })).toBeVisible();
  });

  it('offers a retry when connections cannot be loaded, and does not show them as none', async () => {
    const { user } = open({ answers: { [list]: refusal(403, 'forbidden', 'Unauthorized') } });
    expect(await screen.findByRole('heading', { name: 'Unauthorized' })).toBeVisible();
    mockServer(answersOf(all));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Cumbre Roofing LLC' })).toBeVisible();
  });

  it('is shown in Spanish', async () => {
    open();
    setLanguage('spanish');
    expect(await group(/^Esperan su respuesta 2/)).toBeVisible();
    expect(screen.getByText('conectada')).toBeVisible();
  });
});
