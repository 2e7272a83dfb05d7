/** The users of the journeys, and the checks of every page they visit. */
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';

import type { Appointment, CompanyType, CreateAppointment, Customer, Job, NewJob } from '../../../bindings';
import { axeViolations } from './axe';
import { twoFrames } from './bounded';
import { type OwnServer, startDemoServer } from './ownServer';

const password = 'ridge cap shingle';

/** The password of everybody in the demo companies. */
const demoPassword = 'ridgeline-demo';

export interface World {
  /** A company of its own, made through the real doors: no journey sees another one's jobs. */
  company(type?: CompanyType): Promise<Company>;
  /** Opens the browser as somebody of the demo, and answers what that person has to do with customers. */
  demo(email: string): Promise<Office>;
  /** Whether this journey is made on a phone. */
  phone: boolean;
}

export interface Company {
  job(form: Partial<NewJob>): Promise<string>;
  /** Puts a job on one day. */
  schedule(jobId: string, day: string): Promise<void>;
  jobs(): Promise<Job[]>;
  /** Opens the browser as its admin. */
  signIn(): Promise<void>;
}

interface Office {
  customers(): Promise<Customer[]>;
  /** With the person who is signed in, half an hour unless told otherwise. */
  appointment(form: Partial<CreateAppointment>): Promise<string>;
  appointments(): Promise<Appointment[]>;
}

/** The demo's people sign in once for all journeys: the server refuses the eleventh same sign-in within a minute. */
const demoTokens = new Map<string, Promise<string>>();

/** Signs one of the demo's people in, at whatever server the calls go to. */
export async function demoSignIn(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.post('/api/auth/local/login', { data: { email, password: demoPassword } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return String((await answer.json()).token);
}

/** The token of one of the demo's people. */
export function demoToken(request: APIRequestContext, email: string): Promise<string> {
  const token = demoTokens.get(email) ?? demoSignIn(request, email);
  demoTokens.set(email, token);
  return token;
}

/** No address is used twice, so that journeys can be repeated on one server. */
export const freshAddress = () => `ana.${crypto.randomUUID()}@example.com`;

export const test = base.extend<{ world: World }, { server: OwnServer }>({
  server: [
    async ({ browserName }, use) => {
      const server = await startDemoServer(browserName);
      // Where the mails of this worker's server are.
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
      await page.addInitScript((kept) => localStorage.setItem('ridgeline.token', kept), bearer);
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

/** Nothing that keeps a person with a screen reader, a keyboard or weak eyes from using this page. */
export async function expectAccessible(page: Page): Promise<void> {
  // What is just coming or going is paler than it is meant to be, such as a toast that fades away meanwhile. What begins
  // to come does so from the second frame on.
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
  const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(told, page.url()).toEqual([]);
}

/** The day that the browsers of the journeys are in, in the evening too: the demo stands around it. */
export const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date());

/** The 15th of the month that the calendar opens with, and a day after it. */
export function middleOfMonth(offset = 0): string {
  const [year, month] = today().split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1, 15 + offset)).toISOString().slice(0, 10);
}
