/**
 * Every page of the web app, and how to open it. A test beside the router checks that it is complete. Buttons are named
 * in English: Spanish tests open the same pages by their addresses.
 */

/** The kinds of ids that replace the parameters of a route. */
export type EntityKind =
  | 'invitation'
  | 'publicPage'
  | 'job'
  /** A job that no company has accepted. */
  | 'freeJob'
  /** A job with a purchase order whose products may change. */
  | 'orderJob'
  | 'customer'
  | 'appointment'
  | 'workOrder'
  | 'purchaseOrder'
  | 'room'
  | 'company'
  | 'webhook';

/** A button to press, or an action on a field. */
export type PageAction =
  | string
  | RegExp
  | { type: string; text: string }
  | { choose: string }
  /** Clicks a field that opens something. */
  | { into: string }
  | { file: string; text: string };

export interface SitemapEntry {
  /** The path in the router. */
  route: string;
  /** The kind of its parameter. */
  of?: EntityKind;
  /** The query string: a tab, a view, a panel. */
  query?: string;
  /** The actions that open a part without an address. */
  press?: readonly PageAction[];
  /** The size that has this page; by default both. */
  on?: 'desk' | 'phone';
  /** The target of an address that only redirects. */
  leadsTo?: string;
}

const job = (route: string, ...views: string[]): SitemapEntry[] =>
  views.map((view) => ({ route, of: 'job', ...(view === '' ? {} : { query: `view=${view}` }) }));

const calendar = (...query: string[]): SitemapEntry[] =>
  query.map((view) => ({ route: '/app/calendar', query: view }));

/** Before the sign-in. */
export const publicPages: readonly SitemapEntry[] = [
  { route: '/' },
  { route: '/sign-in' },
  { route: '/sign-up' },
  { route: '/forgot-password' },
  { route: '/reset-password' },
  { route: '/reset-password', query: 'token=none' },
  { route: '/verify-email' },
  { route: '/verify-email', query: 'token=none' },
  { route: '/signed-in', query: 'code=none' },
  { route: '/invite/:invitationId', of: 'invitation' },
  { route: '/inviteredirect', leadsTo: '/' },
  { route: '/c/:slug', of: 'publicPage' },
  { route: '*' },
];

/** The onboarding of an account without a company. Each step starts where the previous one ended. */
export const onboardingPages: readonly SitemapEntry[] = [
  { route: '/app/configure' },
  { route: '/app/configure', press: ['Get Started'] },
  { route: '/app/configure', press: ['Continue'] },
  {
    route: '/app/configure',
    press: [
      { type: 'First name', text: 'Luis' },
      { type: 'Last name', text: 'Ríos' },
      { type: 'Address', text: 'Antioch, TN' },
      'Continue',
    ],
  },
  { route: '/app/configure', press: [{ choose: 'Subcontractor' }, 'Continue'] },
  {
    route: '/app/configure',
    press: [
      { type: 'Company name', text: 'Ríos Brothers' },
      { type: 'Your position', text: 'Owner' },
      'Continue',
    ],
  },
  { route: '/app/configure', press: ['Finish'] },
];

/** A file with known headings, a valid row and an invalid one. */
const sheet = (...rows: string[]): PageAction => ({ file: 'roofs.csv', text: rows.join('\n') });
const customers = sheet('First name,Last name,Phone', 'Hannah,Whitaker,629-555-0170', ',Nobody,12');

/** For a server that requires a verified address. */
export const verificationPages: readonly SitemapEntry[] = [
  { route: '/app/company' },
  { route: '/app/company', press: ['I have confirmed it'] },
];

/** A new company: the steps of an import, and the success popups. */
export const importPages: readonly SitemapEntry[] = [
  {
    route: '/app/jobs/import',
    press: [sheet('Title,City,State', 'Whitaker re-roof,Nashville,TN', 'No place,,')],
  },
  {
    route: '/app/jobs/products/import',
    press: [sheet('Name,Category,Unit,Cost', 'Starter,Shingles,bundle,42.5')],
  },
  { route: '/app/jobs/photos/import' },
  { route: '/app/jobs/vendors/import', press: [sheet('Vendor,Email', 'Gulf Supply,desk@gulf.example')] },
  { route: '/app/jobs/customers/import', press: [sheet('One,Two', 'a,b')] },
  { route: '/app/jobs/customers/import', press: [customers] },
  { route: '/app/jobs/customers/import', press: [customers, /^Import 1 customer/] },
  {
    route: '/app/jobs/new',
    press: [
      { type: 'Title', text: 'Whitaker re-roof' },
      { type: 'City', text: 'Nashville' },
      { type: 'State', text: 'TN' },
      'Create job',
    ],
  },
];

/** The pages of all users with a company. */
const everybody: readonly SitemapEntry[] = [
  { route: '/app', leadsTo: '/app/company' },
  { route: '/app/company' },
  ...calendar('', 'show=map', 'show=crews', 'panel=filters', 'panel=calendars'),
  { route: '/app/calendar/subscribe' },
  { route: '/app/calendar/event_options/:id', of: 'job' },
  { route: '/app/jobs' },
  { route: '/app/jobs', query: 'q=nothing+of+that+name' },
  ...job('/app/jobs/details/:id', '', 'workOrders', 'measurements', 'images', 'notes', 'edit', 'history'),
  { route: '/app/work_order/:id', of: 'workOrder' },
  { route: '/app/messages/:roomId?' },
  { route: '/app/messages/:roomId?', of: 'room' },
  { route: '/app/connections' },
  { route: '/app/search/companies' },
  { route: '/app/view/company/:id', of: 'company' },
  { route: '/app/user/settings' },
  { route: '/app/reports' },
  { route: '/app/reports', query: 'report=crews' },
  { route: '/app/company/planning' },
  { route: '/app/calendar/load' },
];

/** The additional pages of contractors. */
const contractors: readonly SitemapEntry[] = [
  ...calendar('show=appointments'),
  { route: '/app/calendar/appointment_options/:id', of: 'appointment' },
  ...job('/app/jobs/details/:id', 'purchaseOrders'),
  { route: '/app/jobs/customers' },
  { route: '/app/jobs/customers/:id', of: 'customer' },
  { route: '/app/jobs/products' },
  { route: '/app/jobs/vendors' },
  { route: '/app/jobs/custom_crews' },
  { route: '/app/purchase_order/:id', of: 'purchaseOrder' },
  { route: '/app/reports', query: 'report=value' },
  { route: '/app/reports', query: 'report=vendors' },
];

/** Pages that are the same for all users, or only for admins of contractors. */
const office: readonly SitemapEntry[] = [
  { route: '/app/company/settings' },
  { route: '/app/company/activity' },
  { route: '/app/company/api_keys' },
  { route: '/app/company/webhooks' },
  { route: '/app/company/webhooks/:id', of: 'webhook' },
  ...calendar('grid=week', 'grid=day', 'show=appointments&grid=month', 'show=appointments&grid=day'),
  ...calendar('show=crews&grid=month', 'unscheduled=open'),
  { route: '/app/calendar/newJob' },
  { route: '/app/calendar/edit' },
  { route: '/app/calendar/move/:day?' },
  { route: '/app/calendar/new_appointment' },
  { route: '/app/calendar/job/details/:id', of: 'job' },
  { route: '/app/jobs/new' },
  { route: '/app/jobs/:id', of: 'job' },
  { route: '/app/jobs/help' },
  { route: '/app/jobs/import' },
  { route: '/app/jobs/customers/import' },
  { route: '/app/jobs/products/import' },
  { route: '/app/jobs/vendors/import' },
  { route: '/app/jobs/photos/import' },
  { route: '/app/card/:id', of: 'job' },
  { route: '/app/view/company/:id', of: 'company', query: 'tab=qualifications' },
  { route: '/app/search/companies', query: 'name=r' },
  { route: '/app/help' },
  { route: '/app/help', query: 'topic=calendar' },
  { route: '/app/latest' },
  { route: '/app/latest', query: 'tab=polls' },
  { route: '/app/latest', query: 'tab=feedback' },
  { route: '/app/*' },
];

/** Overlays without an address. */
const opened: readonly SitemapEntry[] = [
  { route: '/app/jobs', press: [/^(Search everything|Find a job)/] },
  { route: '/app/jobs', press: [/^Notifications/] },
  { route: '/app/jobs', press: [/, account$/], on: 'desk' },
  { route: '/app/jobs', press: ['Location and sorting'], on: 'phone' },
  { route: '/app/jobs', press: ['Views'], on: 'desk' },
  { route: '/app/jobs', press: [/^Select$/], on: 'phone' },
  { route: '/app/jobs/new', press: ['New customer'] },
  { route: '/app/calendar', press: ['Print'] },
  { route: '/app/calendar', query: 'panel=filters', press: [{ into: 'Date range' }] },
  { route: '/app/calendar/new_appointment', press: [{ into: 'Date' }] },
  { route: '/app/reports', press: [{ into: 'Days' }] },
  { route: '/app/company/activity', press: [{ into: 'Days' }], on: 'desk' },
  { route: '/app/jobs', press: ['More options'], on: 'phone' },
  { route: '/app/jobs/details/:id', of: 'job', press: ['Job actions'] },
  { route: '/app/jobs/details/:id', of: 'job', press: [/^Color and calendars/] },
  { route: '/app/help', press: ['Keyboard shortcuts'], on: 'desk' },
  { route: '/app/jobs/details/:id', of: 'job', query: 'view=edit', press: [{ into: 'Start Date' }] },
  { route: '/app/company/planning', press: [{ into: 'First day off' }] },
  { route: '/app/company', press: ['Edit the time zone'] },
  { route: '/app/company', press: ['Invite'] },
  { route: '/app/jobs/details/:id', of: 'job', press: ['Edit: Customer'] },
  {
    route: '/app/jobs/details/:id',
    of: 'orderJob',
    query: 'view=purchaseOrders',
    press: [/^Products on /],
  },
  { route: '/app/jobs/details/:id', of: 'job', press: ['Add a job'] },
  {
    route: '/app/jobs/details/:id',
    of: 'freeJob',
    query: 'view=edit',
    press: ['Offer to several companies'],
  },
  { route: '/app/jobs/details/:id', of: 'job', query: 'view=edit', press: ['Delete job'] },
  { route: '/app/work_order/:id', of: 'workOrder', press: ['Add item'] },
  { route: '/app/work_order/:id', of: 'workOrder', press: ['Send'] },
  { route: '/app/jobs/vendors', press: ['New vendor'] },
  { route: '/app/jobs/vendors', press: [/^Music City/] },
  { route: '/app/jobs/custom_crews', press: ['What are custom crews?'] },
  { route: '/app/jobs/custom_crews', press: [/^Crew A/] },
  { route: '/app/jobs/customers', press: ['New customer'] },
  { route: '/app/messages/:roomId?', of: 'room', press: ['Add an emoji'] },
  { route: '/app/messages/:roomId?', of: 'room', press: ['Tag people'] },
  { route: '/app/user/settings', press: ['Change password'] },
  { route: '/app/user/settings', press: [/^Delete my account/] },
  { route: '/app/company/settings', press: [/^Delete the company/] },
  { route: '/app/company/api_keys', press: ['New key'] },
  { route: '/app/company/webhooks', press: ['New webhook'] },
];

/** The pages of a contractor's admin, in groups of about the same size. */
export const admin: Readonly<Record<string, readonly SitemapEntry[]>> = {
  'what everybody has': everybody,
  'what contractors have': [...contractors, ...office],
  'what opens over a page': opened,
};

/** The pages of a contractor's member, including disabled actions with their reasons. */
export const member: readonly SitemapEntry[] = [...everybody, ...contractors];

/** The pages of a subcontractor's admin: assigned jobs, without customers and orders. */
export const subcontractor: readonly SitemapEntry[] = everybody;

/** All pages. */
export const sitemap: readonly SitemapEntry[] = [
  ...publicPages,
  ...onboardingPages,
  ...Object.values(admin).flat(),
];
