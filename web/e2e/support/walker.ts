/** Navigates through the pages of the app in one tab. */
import type { APIRequestContext, JSHandle, Page, Request } from '@playwright/test';

import type {
  Company,
  Job,
  PurchaseOrder,
  SearchAnswer,
  SentInvitation,
  User,
  Webhook,
} from '../../../bindings';
import { type Caller, caller } from './apiCaller';
import { twoFrames } from './bounded';
import { demoToken, expect, freshAddress, today } from './fixtures';
import type { EntityKind, PageAction, SitemapEntry } from './sitemap';

export type EntityIds = Partial<Record<EntityKind, string>>;

/** The ids of demo data that a user can see, for addresses. */
export async function entityIdsOf(request: APIRequestContext, email: string): Promise<EntityIds> {
  const who: Caller = await caller(request, email);
  const { company, user } = await who.get<{ company: Company; user: User }>('/api/auth/fetchProfile');
  const contractor = company.companyType === 'contractor';
  const search = async (words: string) => {
    const { found } = await who.get<SearchAnswer>(`/api/search?q=${words}`);
    return (kind: string) => found.find((group) => group.kind === kind)?.hits[0]?.id ?? '';
  };
  const found = async (kind: string, words: string) => (await search(words))(kind);

  // The demo data is relative to today: jobs in progress have notes, photos and orders.
  const { jobs } = await who.get<{ jobs: Job[] }>(`/api/jobs/myJobs/${company.companyType}`);
  const day = today();
  const onARoof = ({ startDate, endDate }: Job) =>
    startDate !== null && endDate !== null && startDate <= day && day <= endDate;
  const candidates = jobs
    .filter(({ status, jobNumber }) => status === 'active' && jobNumber !== null)
    .sort((one, other) => Number(onARoof(other)) - Number(onARoof(one)));
  let full: EntityIds = {};
  for (const { id, jobNumber } of candidates) {
    const its = await search(jobNumber ?? '');
    full = { job: id, workOrder: its('workOrders'), purchaseOrder: its('purchaseOrders') };
    if (full.workOrder !== '' && (!contractor || full.purchaseOrder !== '')) break;
  }
  // Of most demo orders all has come, and their products are fixed.
  let orderJob = full.job ?? '';
  for (const { id } of contractor ? candidates : []) {
    const { orders } = await who.get<{ orders: PurchaseOrder[] }>(`/api/purchase_orders/job/${id}`);
    if (
      !orders.some(({ status }) => ['draft', 'sent', 'seen', 'confirmed', 'partlyReceived'].includes(status))
    )
      continue;
    orderJob = id;
    break;
  }
  const { rooms } = await who.get<{ rooms: { roomId: string; company: { id: string } }[] }>(
    '/api/chat/rooms',
  );
  return {
    ...full,
    orderJob,
    freeJob:
      jobs.find(({ status, assignedToCompanyId }) => status === 'active' && assignedToCompanyId === null)
        ?.id ?? '',
    customer: await found('customers', 'ri'),
    appointment: await found('appointments', 'ri'),
    room: rooms[0]?.roomId ?? '',
    company: rooms[0]?.company.id ?? '',
    ...(user.userType === 'admin' ? { webhook: await webhookOf(who) } : {}),
  };
}

/** A webhook of the company, which sends nothing. */
async function webhookOf(office: Caller): Promise<string> {
  const { webhooks } = await office.get<{ webhooks: Webhook[] }>('/api/webhooks/all');
  if (webhooks[0] !== undefined) return webhooks[0].id;
  const form = { url: 'https://hooks.example.com/ridgeline', events: ['job.*', 'work_order.signed'] };
  const { webhook } = await office.post<{ webhook: Webhook }>('/api/webhooks/create', form);
  await office.put(`/api/webhooks/${webhook.id}`, { active: false });
  return webhook.id;
}

/** Publishes a company's page, and invites a new user. */
export async function publishCompany(request: APIRequestContext, email: string): Promise<EntityIds> {
  const headers = { authorization: `Bearer ${await demoToken(request, email)}` };
  const publicPage = `roofs-${crypto.randomUUID().slice(0, 8)}`;
  const shown = await request.put('/api/company/publicPage', {
    data: { visible: true, slug: publicPage },
    headers,
  });
  expect(shown.ok(), await shown.text()).toBe(true);
  const { data } = await (await caller(request, email)).post<{ data: SentInvitation }>(
    '/api/company/invite',
    {
      email: freshAddress(),
      userType: 'member',
    },
  );
  return { publicPage, invitation: data.invitationId };
}

export function urlOf({ route, of, query }: SitemapEntry, things: EntityIds): string {
  const thing = of === undefined ? '' : (things[of] ?? '');
  expect(of === undefined || thing !== '', `there is a ${of} for ${route}`).toBe(true);
  const path = route
    .replace(/\/:\w+\?$/, of === undefined ? '' : `/${thing}`)
    .replace(/:\w+/, thing)
    .replace(/\*$/, 'nowhere');
  return `${path.startsWith('/') ? path : `/${path}`}${query === undefined ? '' : `?${query}`}`;
}

/** The part of the app's router that is used here. */
interface Router {
  navigate: (to: string) => Promise<void>;
  state: { initialized: boolean; navigation: { state: string } };
}

interface Drawing {
  /** React's lanes with pending work. */
  pendingLanes: number;
  /** The timer of a delayed React commit; -1 for none. */
  timeoutHandle: number;
  /** Undefined on the start page. */
  router: Router | undefined;
}

/**
 * Reads React's pending work and the state of the router: React may show fetched data up to 300 ms later, and the page
 * looks complete until then.
 */
const drawingOf = (page: Page): Promise<JSHandle<Drawing | null>> =>
  page.evaluateHandle(() => {
    const root = document.querySelector('#root') ?? document.body;
    const host = Object.entries(root).find(([name]) => name.startsWith('__reactContainer'))?.[1];
    if (host === undefined) return null;
    const { pendingLanes, timeoutHandle, current } = host.stateNode;
    let [at, router] = [current, undefined];
    for (; at !== null && router === undefined; at = at.child) router = at.memoizedProps?.router;
    return { pendingLanes, timeoutHandle, router };
  });

/** What is not rendered yet, and which animations are running; nothing when the page is drawn. */
async function undrawn(page: Page): Promise<string[]> {
  await twoFrames(page);
  const drawing = await drawingOf(page);
  const found = await drawing.evaluate((now) => {
    if (now === null) return ['React has not started'];
    const { pendingLanes, timeoutHandle, router } = now;
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    return [
      pendingLanes !== 0 && `React has work in lanes ${pendingLanes}`,
      timeoutHandle !== -1 && 'React delays a commit',
      router?.state.initialized === false && 'the router starts',
      router !== undefined && router.state.navigation.state !== 'idle' && 'the router navigates',
      document.querySelector('h1, h2, [role="dialog"]') === null && 'there is no heading',
      document.querySelector('.mantine-Skeleton-root, main[aria-busy="true"]') !== null && 'the page loads',
      ...running.map(({ effect }) => {
        const { target } = effect as KeyframeEffect;
        return `an animation of ${target?.tagName} ${target?.getAttribute('class') ?? ''}`;
      }),
    ].filter((each) => each !== false);
  });
  await drawing.dispose();
  return found;
}

/** A tab that visits pages, and its pending requests. */
export class Walker {
  readonly #page: Page;
  readonly #things: EntityIds;
  readonly #pending = new Set<Request>();
  #inside = false;
  /** How many overlays and lists were open before the actions of the entry, and after them. */
  #open: { before: number; after: number } | null = null;

  constructor(page: Page, things: EntityIds) {
    this.#page = page;
    this.#things = things;
    page.on('request', (request) => this.#pending.add(request));
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
  }

  /** Waits until everything has loaded and is stable, in two checks. */
  async atRest(): Promise<void> {
    const requests = () => [...this.#pending].map((request) => `${request.method()} ${request.url()}`);
    const missing = async () => {
      const asked = requests();
      return asked.length > 0 ? asked : [...(await undrawn(this.#page)), ...requests()];
    };
    await expect
      .poll(async () => [...(await missing()), ...(await missing())], {
        intervals: [20, 40, 80],
        message: `what is still missing at ${this.#page.url()}`,
        timeout: 60_000,
      })
      .toEqual([]);
  }

  /** Navigates like a link, without reloading the app, and performs the actions of the entry. */
  async go(stop: SitemapEntry): Promise<void> {
    const to = urlOf(stop, this.#things);
    if (!this.#inside || !(await this.#closed()) || !(await this.#followed(to))) {
      // Requests of the page that is left may never be reported as ended.
      this.#pending.clear();
      await this.#page.goto(to);
    }
    await this.atRest();
    const { pathname } = new URL(this.#page.url());
    const there = stop.leadsTo ?? new URL(to, this.#page.url()).pathname;
    // On a desktop the first chat room opens automatically.
    expect(stop.route.endsWith('?') ? pathname.slice(0, there.length) : pathname, to).toBe(there);
    this.#open = null;
    if (stop.press !== undefined) {
      const before = await this.#countOpen();
      for (const act of stop.press) await this.#do(act);
      this.#open = { before, after: await this.#countOpen() };
    }
    this.#inside = true;
  }

  /**
   * Returns whether the page is as before its actions: a single overlay, which has no address, is closed by Esc. What
   * actions changed in another way needs a full load.
   */
  async #closed(): Promise<boolean> {
    if (this.#open === null) return true;
    if (this.#open.after !== this.#open.before + 1) return false;
    await this.#page.keyboard.press('Escape');
    await this.atRest();
    return (await this.#countOpen()) === this.#open.before;
  }

  #countOpen(): Promise<number> {
    return this.#page.locator('[aria-expanded="true"], [role="dialog"], [role="alertdialog"]').count();
  }

  /** Navigates by the router; returns whether there is one. */
  async #followed(to: string): Promise<boolean> {
    const drawing = await drawingOf(this.#page);
    return drawing.evaluate(async (now, address) => {
      await now?.router?.navigate(address);
      return now?.router !== undefined;
    }, to);
  }

  async #do(act: PageAction): Promise<void> {
    const field = (name: string) =>
      this.#page
        .getByLabel(name, { exact: true })
        .or(this.#page.getByLabel(`${name} *`, { exact: true }))
        .filter({ visible: true })
        .first();
    if (typeof act === 'string' || act instanceof RegExp)
      return this.#opening(act, () =>
        this.#page
          .getByRole('button', { name: act, disabled: false })
          .filter({ visible: true })
          .first()
          .click(),
      );
    if ('into' in act) return this.#opening(act.into, () => field(act.into).click());
    if ('file' in act) {
      const file = { name: act.file, mimeType: 'text/csv', buffer: Buffer.from(act.text) };
      return this.#opening(act.file, () => this.#page.locator('input[type=file]').setInputFiles(file));
    }
    if ('choose' in act) await this.#page.getByRole('radio', { name: act.choose }).check({ force: true });
    else await field(act.type).fill(act.text);
  }

  async #opening(name: string | RegExp, open: () => Promise<void>): Promise<void> {
    // A page's text leaves out shadow roots, so the emoji would show nothing once they have loaded.
    const read = () =>
      this.#page.evaluate(() => {
        const opened = document.querySelectorAll('[aria-expanded="true"], [role="dialog"]').length;
        return `${document.body.innerText}\n${opened} open`;
      });
    const before = await read();
    await open();
    await expect.poll(read, `${name} opens something`).not.toBe(before);
    await this.atRest();
  }
}
