/** The users of the tests, and the checks of every page they visit. */
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';

import type {
  Appointment,
  CompanyType,
  CreateAppointment,
  CreateJob,
  Customer,
  Job,
} from '../../../bindings';
import { axeViolations } from './axe';
import { twoFrames } from './bounded';
import { type OwnServer, startDemoServer } from './ownServer';

const password = 'ridge cap shingle';

/** The password of all demo users. */
const demoPassword = 'ridgeline-demo';

export interface World {
  /** A separate company, created by the API: tests do not see each other's jobs. */
  company(type?: CompanyType): Promise<Company>;
  /** Signs the browser in as a demo user, and returns helpers for that user's company. */
  demo(email: string): Promise<Office>;
  /** Whether the test runs at phone size. */
  phone: boolean;
}

export interface Company {
  job(form: Partial<CreateJob>): Promise<string>;
  /** Schedules a job on one day. */
  schedule(jobId: string, day: string): Promise<void>;
  jobs(): Promise<Job[]>;
  /** Signs the browser in as its admin. */
  signIn(): Promise<void>;
}

interface Office {
  customers(): Promise<Customer[]>;
  /** Creates an appointment with the signed-in user, half an hour by default. */
  appointment(form: Partial<CreateAppointment>): Promise<string>;
  appointments(): Promise<Appointment[]>;
}

/** The tokens of the demo users, who sign in once for all tests: the server limits repeated sign-ins. */
const demoTokens = new Map<string, Promise<string>>();

/** Signs a demo user in, on the server of the request context. */
export async function demoSignIn(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.post('/api/auth/local/login', { data: { email, password: demoPassword } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return String((await answer.json()).token);
}

/** The token of a demo user. */
export function demoToken(request: APIRequestContext, email: string): Promise<string> {
  const token = demoTokens.get(email) ?? demoSignIn(request, email);
  demoTokens.set(email, token);
  return token;
}

/** A unique address, so that tests can be repeated on one server. */
export const freshAddress = () => `ana.${crypto.randomUUID()}@example.com`;

export const test = base.extend<{ world: World }, { server: OwnServer }>({
  server: [
    async ({ browserName }, use) => {
      const server = await startDemoServer(browserName);
      // The outbox folder of this worker's server.
      process.env.RIDGELINE_E2E_FOLDER = server.data;
      await use(server);
      server.stop();
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: ({ server }, use) => use(server.app),
  world: async ({ page, request, isMobile }, use) => {
    const token = async (path: string, data: object) => {
      const answer = await request.post(path, { data });
      expect(answer.ok(), await answer.text()).toBe(true);
      return String((await answer.json()).token);
    };
    const signIn = async (bearer: string) => {
      await page.addInitScript((value) => localStorage.setItem('ridgeline.token', value), bearer);
    };

    await use({
      phone: isMobile,
      async company(type = 'contractor') {
        const bearer = await token('/api/auth/local/signup', { email: freshAddress(), password });
        const headers = { authorization: `Bearer ${bearer}` };
        const account = {
          firstName: 'Ana',
          lastName: 'Ridge',
          location: 'Nashville, TN',
          language: 'english',
          account_type: type,
          company_name: 'Ridge & Sons',
          position: 'Owner',
        };
        const made = await request.post('/api/auth/createNewAccountWithCompany', { data: account, headers });
        expect(made.status()).toBe(201);
        return {
          async job(form) {
            const data = { title: 'Whitaker re-roof', city: 'Nashville', state: 'TN', ...form };
            const answer = await request.post('/api/jobs/create', { data, headers });
            expect(answer.ok(), await answer.text()).toBe(true);
            return (await answer.json()).id;
          },
          async schedule(jobId, day) {
            const data = { jobId, startDate: day, endDate: day };
            const answer = await request.post('/api/jobs/update/schedule', { data, headers });
            expect(answer.ok(), await answer.text()).toBe(true);
          },
          jobs: async () => (await (await request.get(`/api/jobs/myJobs/${type}`, { headers })).json()).jobs,
          signIn: () => signIn(bearer),
        };
      },
      async demo(email) {
        const bearer = await demoToken(request, email);
        const headers = { authorization: `Bearer ${bearer}` };
        const read = async (path: string) => (await request.get(path, { headers })).json();
        await signIn(bearer);
        return {
          customers: async () => (await read('/api/customers/find')).customers,
          async appointment(form) {
            const { user } = await read('/api/auth/fetchProfile');
            const data = { assignedToId: user.id, lengthMinutes: 30, ...form };
            const answer = await request.post('/api/appointments/create', { data, headers });
            expect(answer.ok(), await answer.text()).toBe(true);
            return (await answer.json()).appointment.id;
          },
          appointments: async () => (await read('/api/appointments/company')).appointments,
        };
      },
    });
  },
});

export { expect };

/** Expects no serious accessibility violations on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // Elements that are fading in or out, such as a toast, have lower contrast. An animation starts within two frames.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await twoFrames(page);
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => each.effect?.getTiming().iterations !== 1 || each.playState !== 'running'),
  );
  const violations = await axeViolations(page);
  await page.emulateMedia({ reducedMotion: null });
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const messages = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(messages, page.url()).toEqual([]);
}

/** Today in the time zone of the test browsers: the demo data is relative to it. */
export const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date());

/** The 15th of the current month, and days after it. */
export function middleOfMonth(offset = 0): string {
  const [year, month] = today().split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1, 15 + offset)).toISOString().slice(0, 10);
}
