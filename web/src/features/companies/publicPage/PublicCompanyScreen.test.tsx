import type { Company, CompanyFile } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '@/i18n';
import { aConnection, otherCompany } from '@/testing/aConnection';
import { jobId } from '@/testing/aJob';
import { aCompany, lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { PublicCompanyScreen } from './PublicCompanyScreen';

const connect = '/api/connections/connect';
const pathOf = (id: string) => `/app/view/company/${id}`;
const file: CompanyFile = {
  id: jobId(903),
  fileName: 'W-9.pdf',
  fileUrl: '/files/w9?sign=1',
  isPublic: true,
  kind: 'other',
  expiresOn: null,
};

function open({
  company = {} as Partial<Company>,
  profile = signedIn(),
  query = '',
  responses = {} as Record<string, unknown>,
} = {}) {
  const shown = { ...otherCompany, ...company };
  const fetch = mockServer({
    [`GET /api/company/find/${shown.id}`]: { company: shown },
    [`GET /api/connections/connections/${aCompany.id}`]: { fullConnectionsDetails: [] },
    ...responses,
  });
  return {
    fetch,
    ...renderIn(() => <PublicCompanyScreen />, {
      profile,
      at: `${pathOf(shown.id)}${query}`,
      path: pathOf(':id'),
    }),
  };
}

const button = (name: string) => screen.findByRole('button', { name });

describe('the public page of a company', () => {
  it('shows the profile of the company, its employees and its qualifications', async () => {
    const { user, router } = open();
    expect(await screen.findByRole('heading', { level: 1, name: otherCompany.name })).toBeVisible();
    expect(screen.getByText('18 connections')).toBeVisible();
    expect(screen.getByRole('row', { name: /Ana Cumbre Owner/ })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Qualifications 1' }));
    expect(await screen.findByText('OSHA 30')).toBeVisible();
    expect(router.state.location.search).toBe('?tab=qualifications');
  });

  it('shows that our request is pending, so that it is not sent twice', async () => {
    open({ company: { connectionExists: true, connectionAccepted: false } });
    expect(
      await screen.findByText(`You are waiting for ${otherCompany.name} to answer your request.`),
    ).toBeVisible();
    expect(await button('Pending')).toBeDisabled();
  });

  it('hides the files of a company that is not connected, and says when they become visible', async () => {
    open({ query: '?tab=files' });
    expect(await screen.findByRole('tab', { name: 'Employees 1' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByRole('tab', { name: /^Files/ })).toBeNull();
    expect(screen.getByText('Files are visible once you are connected.')).toBeVisible();
  });

  it('shows the files once the connection is accepted, and no connect button', async () => {
    open({
      company: { connectionExists: true, connectionAccepted: true, files: [file] },
      query: '?tab=files',
    });
    expect(await screen.findByRole('link', { name: 'W-9.pdf' })).toHaveAttribute('href', file.fileUrl);
    expect(screen.queryByRole('button', { name: /Connect|Pending/ })).toBeNull();
  });

  it("shows the user's own company as others see it, with its files and a disabled connect button", async () => {
    open({ company: { ...aCompany, files: [{ ...file, isPublic: false }] }, query: '?tab=files' });
    expect(await screen.findByText(/This is your company/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'W-9.pdf' })).toBeVisible();
    expect(screen.getByText('Private')).toBeVisible();
    expect(await button('Connect')).toBeDisabled();
  });

  it('has a disabled connect button until the company has loaded', async () => {
    let respond: ((response: Response) => void) | undefined;
    const { fetch } = open();
    fetch.mockImplementation(() => new Promise<Response>((resolve) => (respond = resolve)));
    expect(await button('Connect')).toBeDisabled();
    respond?.(Response.json({ company: otherCompany }));
  });

  it("redirects to the user's own company when a company cannot be loaded, and says why", async () => {
    const { router } = open({
      responses: { [`GET /api/company/find/${otherCompany.id}`]: refusal(404, 'not_found', 'not here') },
    });
    expect(await screen.findByText('There was an issue loading this company.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/app/company');
  });

  it('links to the request when the other company has already sent one', async () => {
    const incoming = aConnection(5, otherCompany.name);
    open({
      company: { connectionExists: true },
      responses: {
        [`GET /api/connections/connections/${aCompany.id}`]: {
          fullConnectionsDetails: [
            { ...incoming, companyDetails: { ...incoming.companyDetails, id: otherCompany.id } },
          ],
        },
      },
    });
    expect(await screen.findByRole('link', { name: 'Answer the request' })).toHaveAttribute(
      'href',
      '/app/connections',
    );
    expect(await button('Pending')).toBeDisabled();
  });
});

describe('a connection request', () => {
  const write = async (user: ReturnType<typeof open>['user'], text: string) => {
    await screen.findByRole('heading', { level: 1 });
    await user.click(await button('Connect'));
    const dialog = await screen.findByRole('dialog', { name: `Connect with ${otherCompany.name}` });
    const message = within(dialog).getByRole('textbox', { name: /^Message/ });
    await user.click(message);
    await user.paste(text);
    return message;
  };

  it('is sent with its message, and is pending from then on', async () => {
    const { user } = open();
    await write(user, 'Can you quote two roofs?');
    const fetch = mockServer({
      [`GET /api/company/find/${otherCompany.id}`]: { company: { ...otherCompany, connectionExists: true } },
      [`GET /api/connections/connections/${aCompany.id}`]: { fullConnectionsDetails: [] },
      [`POST ${connect}`]: { connection: aConnection(5, otherCompany.name, { sent: true }) },
    });
    await user.click(await button('Send request'));
    expect(await button('Pending')).toBeDisabled();
    expect(lastRequestTo(fetch, connect)).toEqual({
      recipientId: otherCompany.id,
      message: 'Can you quote two roofs?',
    });
    expect(await screen.findByText('We asked Duraguard Coatings to connect with you.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('can be sent without a message', async () => {
    const { user, fetch } = open({ responses: { [`POST ${connect}`]: { connection: {} } } });
    await write(user, ' ');
    await user.click(await button('Send request'));
    await waitFor(() => expect(fetch.mock.calls.some(([path]) => path === connect)).toBe(true));
  });

  it('counts the characters of the message and does not send more than 500', async () => {
    const { user, fetch } = open();
    const message = await write(user, 'x'.repeat(501));
    expect(screen.getByText('501 / 500')).toBeVisible();
    await user.click(await button('Send request'));
    expect(message).toHaveAttribute('aria-invalid', 'true');
    expect(fetch.mock.calls.every(([, init]) => init?.method === 'GET')).toBe(true);
  });

  it('is reverted when it fails, with an error, and keeps the typed message', async () => {
    const { user } = open({ responses: { [`POST ${connect}`]: refusal(500, 'internal', 'inside') } });
    await write(user, 'Can you quote two roofs?');
    await user.click(await button('Send request'));
    expect(await screen.findByText('There was an issue connecting with this company.')).toBeVisible();
    expect(screen.getByDisplayValue('Can you quote two roofs?')).toBeInTheDocument();
    expect(screen.queryByText('Pending')).toBeNull();
  });

  it('cannot be sent by a member, who reads why', async () => {
    const { user } = open({ profile: signedIn({ userType: 'member' }) });
    await screen.findByRole('heading', { level: 1 });
    const connectButton = await button('Connect');
    expect(connectButton).toHaveAccessibleDescription(/admin/);
    await user.click(connectButton);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('has a form in Spanish', async () => {
    const { user } = open();
    await screen.findByRole('heading', { level: 1 });
    setLanguage('spanish');
    await user.click(await button('Conectar'));
    expect(await screen.findByRole('dialog', { name: 'Conectar con Duraguard Coatings' })).toBeVisible();
  });
});
