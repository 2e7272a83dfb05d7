/** Renders a screen as in the app: with providers, queries, router and a signed-in user. */
import type { Company, User } from '@bindings';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { newQueryClient } from '@/api/queryClient';
import { storeToken } from '@/api/token';
import { useLanguage } from '@/i18n';
import { type Profile, ProfileContext, profileQuery } from '@/queries/accounts/session';
import { PopupHost } from '@/ui/overlays/PopupHost';
import { ToastHost } from '@/ui/overlays/toasts';
import { cssVariables, theme } from '@/ui/theme/theme';

export const aUser: User = {
  id: '0199a000-0000-7000-8000-000000000001',
  firstName: 'Marisol',
  lastName: 'Vega',
  position: 'Office manager',
  email: 'marisol@halvorsen.example',
  phoneNumber: '303-555-0184',
  userType: 'admin',
  companyId: '0199a000-0000-7000-8000-0000000000c1',
  location: 'Lakewood, CO',
  language: 'english',
  accountCreationComplete: true,
};

export const aCompany: Company = {
  id: '0199a000-0000-7000-8000-0000000000c1',
  name: 'Halvorsen Roofing & Exteriors',
  location: 'Lakewood, CO',
  description: 'Family-run roofing and exteriors contractor on the Front Range since 1994.',
  companyType: 'contractor',
  logoUrl: null,
  timeZone: 'America/Denver',
  numConnections: 14,
  employees: [],
  files: [],
  qualifications: [],
  connectionExists: false,
  connectionAccepted: false,
};

/** A profile: `signedIn({ userType: 'member' })`, `signedIn({}, { companyType: 'subcontractor' })`. */
export function signedIn(user: Partial<User> = {}, company: Partial<Company> = {}): Profile {
  storeToken('a-token');
  return { user: { ...aUser, ...user }, company: { ...aCompany, ...company } };
}

interface ShowOptions {
  profile?: Profile;
  /** The address, if it matters. */
  at?: string;
  /** The pattern of that address, for `useParams`. */
  path?: string;
  queries?: QueryClient;
}

function Localized({ children }: { children: () => ReactNode }) {
  useLanguage();
  return children();
}

/** Renders a screen; returns the simulated user. Other addresses show the path that the app navigated to. */
export function renderIn(screen: () => ReactNode, options: ShowOptions = {}) {
  const { profile, at = '/here', path = at, queries = newQueryClient() } = options;
  if (profile !== undefined) queries.setQueryData(profileQuery.queryKey, profile);
  const inside = <Localized>{screen}</Localized>;
  const element = profile === undefined ? inside : <ProfileContext value={profile}>{inside}</ProfileContext>;
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [at] },
  );
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <ToastHost />
        <PopupHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup({ delay: null }), router, queries };
}

/** Mocks the server: JSON responses by method and path. Unlisted calls get a 404. */
export function mockServer(answers: Record<string, unknown>) {
  const fetch = vi.fn(async (path: string, init: RequestInit = {}) => {
    const answer = answers[`${init.method ?? 'GET'} ${path}`];
    if (answer instanceof Response) return answer.clone();
    if (answer === undefined)
      return Response.json({ error: { code: 'not_found', message: 'not here' } }, { status: 404 });
    return Response.json(answer);
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const read = (body: unknown): unknown => (typeof body === 'string' ? JSON.parse(body) : null);

/** The body of the last call. */
export const lastRequest = (fetch: ReturnType<typeof mockServer>): unknown =>
  read(fetch.mock.calls.at(-1)?.[1]?.body);

/** The body of the last call of this path; null if there was none. */
export const lastRequestTo = (fetch: ReturnType<typeof mockServer>, path: string): unknown =>
  read(fetch.mock.calls.findLast(([called]) => called === path)?.[1]?.body);

/** A refusal as the server sends it; `current` is the row as it is now, under its name. */
export const refusal = (
  status: number,
  code: string,
  message: string,
  fields: unknown[] = [],
  current: object = {},
) => Response.json({ error: { code, message, fields }, ...current }, { status });
