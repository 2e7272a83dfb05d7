import type { FoundCompany } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aConnection, otherCompany } from '@/testing/aConnection';
import { jobId } from '@/testing/aJob';
import { aCompany, lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { CompanySearchScreen } from './CompanySearchScreen';

const call = '/api/company/search';
const path = '/app/search/companies';
const near = `${path}?location=Denver&companyType=subcontractor`;
const { id, name, location, description, companyType, logoUrl } = otherCompany;
const duraguard: FoundCompany = { id, name, location, description, companyType, logoUrl };
const many = (from: number, count: number): FoundCompany[] =>
  Array.from({ length: count }, (_, at) => ({
    ...duraguard,
    id: jobId(from + at),
    name: `Company ${from + at}`,
  }));

function open({ at = path, companies = [duraguard] as unknown, responses = {} } = {}) {
  const fetch = mockServer({
    [`POST ${call}`]: { companies },
    [`GET /api/connections/connections/${aCompany.id}`]: { fullConnectionsDetails: [] },
    ...responses,
  });
  return { fetch, ...renderIn(() => <CompanySearchScreen />, { profile: signedIn(), at, path }) };
}

const searches = (fetch: ReturnType<typeof mockServer>) =>
  fetch.mock.calls.filter(([called]) => called === call);

describe('the search for companies', () => {
  it('sends no request before it is submitted, and defaults to the other company type near the user’s company', async () => {
    const { fetch } = open();
    expect(screen.getByRole('textbox', { name: /^Location/ })).toHaveValue(aCompany.location);
    expect(screen.getByRole('combobox', { name: /^Company type/ })).toHaveValue('Subcontractor');
    expect(screen.getByText('Choose a location and a company type, then search.')).toBeVisible();
    expect(searches(fetch)).toHaveLength(0);
  });

  it('refuses a search without a location at its field', async () => {
    const { user, fetch } = open();
    const where = screen.getByRole('textbox', { name: /^Location/ });
    await user.clear(where);
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(where).toHaveAttribute('aria-invalid', 'true');
    expect(where).toHaveFocus();
    expect(searches(fetch)).toHaveLength(0);
  });

  it('finds companies with their description, and stores its terms in the URL', async () => {
    const { user, fetch, router } = open();
    const where = screen.getByRole('textbox', { name: /^Location/ });
    await user.clear(where);
    await user.type(where, 'Denver');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'dura');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    const row = (await screen.findByRole('link', { name: duraguard.name })).closest('li') as HTMLElement;
    expect(within(row).getByText(duraguard.description)).toBeVisible();
    expect(within(row).getByRole('link', { name: /^View company/ })).toHaveAttribute(
      'href',
      `/app/view/company/${duraguard.id}`,
    );
    expect(screen.getByRole('heading', { name: 'Subcontractors near Denver' })).toBeVisible();
    expect(lastRequestTo(fetch, call)).toEqual({
      name: 'dura',
      location: 'Denver',
      companyType: 'subcontractor',
      offset: 0,
    });
    expect(router.state.location.search).toBe('?name=dura&location=Denver&companyType=subcontractor');
  });

  it('finds the same companies again from its URL', async () => {
    open({ at: near });
    expect(await screen.findByRole('link', { name: duraguard.name })).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Location/ })).toHaveValue('Denver');
  });

  it('shows for each company whether it is connected', async () => {
    const connected = aConnection(5, duraguard.name, { accepted: true });
    open({
      at: near,
      responses: {
        [`GET /api/connections/connections/${aCompany.id}`]: {
          fullConnectionsDetails: [
            { ...connected, companyDetails: { ...connected.companyDetails, id: duraguard.id } },
          ],
        },
      },
    });
    expect(await screen.findByText('connected')).toBeVisible();
  });

  it('loads 25 more at a time, until there are no more', async () => {
    const { user } = open({ at: near, companies: many(1, 25) });
    await screen.findByRole('link', { name: 'Company 25' });
    const fetch = mockServer({ [`POST ${call}`]: { companies: many(26, 3) } });
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: 'Company 28' })).toBeVisible();
    expect(lastRequestTo(fetch, call)).toMatchObject({ offset: 25 });
    expect(screen.getByRole('link', { name: 'Company 1' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('says that nothing was found and that the name may be blank, with a button that clears it', async () => {
    const { user, router } = open({ at: `${near}&name=Cumbre+Techos`, companies: [] });
    expect(await screen.findByRole('heading', { name: 'Oops! No results!' })).toBeVisible();
    expect(screen.getByText(/Leave Name blank/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the name' }));
    await waitFor(() => expect(router.state.location.search).not.toContain('name='));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  });

  it('shows a failure as an error and not as no results, and can be retried', async () => {
    const { user } = open({
      at: near,
      responses: { [`POST ${call}`]: refusal(403, 'forbidden', 'Unauthorized') },
    });
    expect(await screen.findByRole('heading', { name: 'Unauthorized' })).toBeVisible();
    mockServer({ [`POST ${call}`]: { companies: [duraguard] } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: duraguard.name })).toBeVisible();
  });

  it('folds its form on a phone after it is submitted, and can unfold it', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({ matches: true, media: query, addEventListener: () => 0, removeEventListener: () => 0 }) as never,
    );
    const { user } = open({ at: near });
    expect(await screen.findByRole('link', { name: duraguard.name })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: /^Location/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Change the search' }));
    expect(screen.getByRole('textbox', { name: /^Location/ })).toHaveValue('Denver');
    vi.restoreAllMocks();
  });
});
