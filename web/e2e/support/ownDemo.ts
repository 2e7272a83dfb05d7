/** A server with the demo for one test: no other test changes its data, and it may change all of them. */
import { test as base, type Page } from '@playwright/test';

import { type Caller, callerWith } from './apiCaller';
import { demoSignIn, today } from './fixtures';
import { type OwnServer, startDemoServer } from './ownServer';
import { type Presses, pressFixture } from './presses';

interface OwnDemo {
  /** The data folder, with the sent mails. */
  data: string;
  token: (email: string) => Promise<string>;
  caller: (email: string) => Promise<Caller>;
  /** API calls as the admin of a new company of subcontractors. */
  newCompany: (name: string) => Promise<Caller>;
  /** Signs the browser in. */
  signIn: (page: Page, email: string) => Promise<void>;
}

export const test = base.extend<{ demo: OwnDemo; presses: Presses; server: OwnServer }>({
  ...pressFixture,
  server: async ({ browserName }, use) => {
    const server = await startDemoServer(browserName);
    await use(server);
    server.stop();
  },
  baseURL: ({ server }, use) => use(server.app),
  demo: async ({ server, request }, use) => {
    const tokens = new Map<string, Promise<string>>();
    const token = (email: string) => {
      const known = tokens.get(email) ?? demoSignIn(request, email);
      tokens.set(email, known);
      return known;
    };
    await use({
      data: server.data,
      token,
      caller: async (email) => callerWith(request, await token(email)),
      newCompany: async (name) => {
        const data = { email: `${crypto.randomUUID()}@example.com`, password: 'ridge cap shingle' };
        const made = await request.post('/api/auth/local/signup', { data });
        const own = callerWith(request, String((await made.json()).token));
        await own.post('/api/auth/createNewAccountWithCompany', {
          firstName: 'Ana',
          lastName: 'Ridge',
          location: 'Nashville, TN',
          language: 'english',
          account_type: 'subcontractor',
          company_name: name,
          position: 'Owner',
        });
        return own;
      },
      signIn: async (page, email) => {
        const bearer = await token(email);
        await page.addInitScript((value) => localStorage.setItem('ridgeline.token', value), bearer);
      },
    });
  },
});

/** A job that runs today, at an address and of nobody; returns its id. */
export async function jobOfToday(office: Caller, title: string): Promise<string> {
  const place = { address: '417 Fatherland St', city: 'Nashville', state: 'TN', zip: '37206' };
  const { id } = await office.post<{ id: string }>('/api/jobs/create', { title, ...place });
  await office.post('/api/jobs/update/schedule', { jobId: id, startDate: today(), endDate: today() });
  return id;
}
