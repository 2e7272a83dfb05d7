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
  answers = {} as Record<string, unknown>,
} = {}) {
  const shown = { ...otherCompany, ...company };
  const fetch = mockServer({
    [`GET /api/company/find/${shown.id}`]: { company: shown },
    [`GET /api/connections/connections/${aCompany.id}`]: { fullConnectionsDetails: [] },
    ...answers,
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
  it('tells who the company is, who works there and what it can do', async () => {
    const { user, router } = open();
    expect(await screen.findByRole('heading', { level: 1, name: otherCompany.name })).toBeVisible();
    expect(screen.getByText('18 connections')).toBeVisible();
    expect(screen.getByRole('row', { name: /Ana Cumbre Owner/ })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Qualifications 1' }));
    expect(await screen.findByText('OSHA 30')).toBeVisible();
    expect(router.state.location.search).toBe('?tab=qualifications');
  });

  it('says that our own request waits, so that nobody asks twice', async () => {
    open({ company: { connectionExists: true, connectionAccepted: false } });
    expect(
      await screen.findByText(`You are waiting for ${otherCompany.name} to answer your request.`),
    ).toBeVisible();
    expect(await button('Pending')).toBeDisabled();
  });

  it('hides the files of a company that one is not connected with, and says when they show', async () => {
    open({ query: '?tab=files' });
    expect(await screen.findByRole('tab', { name: 'Employees 1' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByRole('tab', { name: /^Files/ })).toBeNull();
    expect(screen.getByText('Files are visible once you are connected.')).toBeVisible();
  });

  it('shows the files once the connection is accepted, and no way to connect', async () => {
    open({
      company: { connectionExists: true, connectionAccepted: true, files: [file] },
      query: '?tab=files',
    });
    expect(await screen.findByRole('link', { name: 'W-9.pdf' })).toHaveAttribute('href', file.fileUrl);
    expect(screen.queryByRole('button', { name: /Connect|Pending/ })).toBeNull();
  });

  it('shows the own company as others see it, with its files and without connecting to itself', async () => {
    open({ company: { ...aCompany, files: [{ ...file, isPublic: false }] }, query: '?tab=files' });
    expect(await screen.findByText(/This is your company/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'W-9.pdf' })).toBeVisible();
    expect(screen.getByText('Private')).toBeVisible();
    expect(await button('Connect')).toBeDisabled();
  });

  it('cannot be connected with before it is there', async () => {
    let answer: ((response: Response) => void) | undefined;
    const { fetch } = open();
    fetch.mockImplementation(() => new Promise<Response>((resolve) => (answer = resolve)));
    expect(await button('Connect')).toBeDisabled();
    answer?.(Response.json({ company: otherCompany }));
  });

  it('goes to the own company where a company cannot be loaded, and says why', async () => {
    const { router } = open({
      answers: { [`GET /api/company/find/${otherCompany.id}`]: refusal(404, 'not_found', 'not here') },
    });
    expect(await screen.findByText('There was an issue loading this company.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/app/company');
  });

  it('leads to the answer where the other company has asked already', async () => {
    const asks = aConnection(5, otherCompany.name);
    open({
      company: { connectionExists: true },
      answers: {
        [`GET /api/connections/connections/${aCompany.id}`]: {
          fullConnectionsDetails: [
            { ...asks, companyDetails: { ...asks.companyDetails, id: otherCompany.id } },
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

describe('connecting with a company', () => {
  const write = async (user: ReturnType<typeof open>['user'], text: string) => {
    await screen.findByRole('heading', { level: 1 });
    await user.click(await button('Connect'));
    const dialog = await screen.findByRole('dialog', { name: `Connect with ${otherCompany.name}` });
    const message = within(dialog).getByRole('textbox', { name: /^Message/ });
    await user.click(message);
    await user.paste(text);
    return message;
  };

  it('sends the request with its message, and waits from then on', async () => {
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

  it('sends it without a message, too', async () => {
    const { user, fetch } = open({ answers: { [`POST ${connect}`]: { connection: {} } } });
    await write(user, ' ');
    await user.click(await button('Send request'));
    await waitFor(() => expect(fetch.mock.calls.some(([path]) => path === connect)).toBe(true));
  });

  it('counts the message and does not send more than 500 characters', async () => {
    const { user, fetch } = open();
    const message = await write(user, 'x'.repeat(501));
    expect(screen.getByText('501 / 500')).toBeVisible();
    await user.click(await button('Send request'));
    expect(message).toHaveAttribute('aria-invalid', 'true');
    expect(fetch.mock.calls.every(([, init]) => init?.method === 'GET')).toBe(true);
  });

  it('takes the request back that did not arrive, says so, and keeps what was typed', async () => {
    const { user } = open({ answers: { [`POST ${connect}`]: refusal(500, 'internal', 'inside') } });
    await write(user, 'Can you quote two roofs?');
    await user.click(await button('Send request'));
    expect(await screen.findByText('There was an issue connecting with this company.')).toBeVisible();
    expect(screen.getByDisplayValue('Can you quote two roofs?')).toBeInTheDocument();
    expect(screen.queryByText('Pending')).toBeNull();
  });

  it('says why to a member, who cannot ask', async () => {
    const { user } = open({ profile: signedIn({ userType: 'member' }) });
    await screen.findByRole('heading', { level: 1 });
    const ask = await button('Connect');
    expect(ask).toHaveAccessibleDescription(/admin/);
    await user.click(ask);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('speaks Spanish', async () => {
    const { user } = open();
    await screen.findByRole('heading', { level: 1 });
    setLanguage('spanish');
    await user.click(await button('Conectar'));
    expect(await screen.findByRole('dialog', { name: 'Conectar con Duraguard Coatings' })).toBeVisible();
  });
});
