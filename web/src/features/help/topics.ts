/**
 * The structure of help, the same in every language. The texts are in `texts/`, one object for each language, and not
 * among the messages: a message includes both languages, and these texts are long, so each language is a chunk that
 * loads when help is opened. A topic is also a list of paragraphs and steps, which messages with numbered keys would
 * hide. By `HelpTexts` the compiler checks that no language misses a topic, a group or the label of a link; a test
 * checks that the languages have the same paragraphs and steps.
 */
import type { Action } from '@bindings';

/** The groups of topics, in the order of the list. */
export const groups = ['start', 'calendar', 'jobs', 'orders', 'company', 'you'] as const;
export type Group = (typeof groups)[number];

interface ScreenLink {
  to: string;
  /** The permission that the screen needs; without it the link is not shown. */
  needs?: Action;
}

/** The screens that topics link to. */
const listed = {
  calendar: { to: '/app/calendar' },
  lanes: { to: '/app/calendar?show=crews' },
  map: { to: '/app/calendar?show=map' },
  appointments: { to: '/app/calendar?show=appointments', needs: 'appointments.view' },
  newAppointment: { to: '/app/calendar/new_appointment', needs: 'appointments.create' },
  subscribe: { to: '/app/calendar/subscribe' },
  jobs: { to: '/app/jobs' },
  newJob: { to: '/app/jobs/new', needs: 'jobs.create' },
  importJobs: { to: '/app/jobs/import', needs: 'jobs.create' },
  crews: { to: '/app/jobs/custom_crews' },
  customers: { to: '/app/jobs/customers', needs: 'customers.view' },
  products: { to: '/app/jobs/products', needs: 'products.view' },
  vendors: { to: '/app/jobs/vendors', needs: 'purchaseOrders.view' },
  company: { to: '/app/company' },
  companySettings: { to: '/app/company/settings', needs: 'company.edit' },
  activity: { to: '/app/company/activity', needs: 'company.edit' },
  apiKeys: { to: '/app/company/api_keys', needs: 'apiKeys.manage' },
  webhooks: { to: '/app/company/webhooks', needs: 'webhooks.manage' },
  messages: { to: '/app/messages' },
  connections: { to: '/app/connections' },
  companySearch: { to: '/app/search/companies' },
  settings: { to: '/app/user/settings' },
  news: { to: '/app/latest' },
  feedback: { to: '/app/latest?tab=feedback' },
} satisfies Record<string, ScreenLink>;
export type ScreenLinkId = keyof typeof listed;
export const screenLinks: Record<ScreenLinkId, ScreenLink> = listed;

interface Topic {
  group: Group;
  links: readonly ScreenLinkId[];
}

/** In the order of the list. */
const known = {
  start: { group: 'start', links: ['newJob', 'importJobs', 'calendar', 'company'] },
  phone: { group: 'start', links: ['calendar', 'jobs'] },
  calendar: { group: 'calendar', links: ['calendar'] },
  lanes: { group: 'calendar', links: ['lanes'] },
  filters: { group: 'calendar', links: ['calendar', 'map'] },
  appointments: { group: 'calendar', links: ['newAppointment', 'appointments'] },
  printing: { group: 'calendar', links: ['subscribe', 'calendar'] },
  newJobs: { group: 'jobs', links: ['newJob', 'importJobs'] },
  jobList: { group: 'jobs', links: ['jobs'] },
  jobDetails: { group: 'jobs', links: ['jobs'] },
  assign: { group: 'jobs', links: ['jobs', 'lanes'] },
  answer: { group: 'jobs', links: ['jobs'] },
  crews: { group: 'jobs', links: ['crews'] },
  photos: { group: 'jobs', links: ['jobs'] },
  measurements: { group: 'jobs', links: ['jobs'] },
  workOrders: { group: 'orders', links: ['jobs'] },
  purchaseOrders: { group: 'orders', links: ['jobs', 'vendors', 'products'] },
  vendors: { group: 'orders', links: ['vendors'] },
  products: { group: 'orders', links: ['products'] },
  customers: { group: 'orders', links: ['customers'] },
  company: { group: 'company', links: ['company'] },
  roles: { group: 'company', links: ['company'] },
  history: { group: 'company', links: ['activity', 'jobs'] },
  data: { group: 'company', links: ['companySettings', 'settings'] },
  software: { group: 'company', links: ['apiKeys', 'webhooks'] },
  connections: { group: 'company', links: ['connections', 'companySearch'] },
  messages: { group: 'company', links: ['messages'] },
  notifications: { group: 'you', links: ['settings'] },
  settings: { group: 'you', links: ['settings'] },
  feedback: { group: 'you', links: ['feedback', 'news'] },
} satisfies Record<string, Topic>;
export type TopicId = keyof typeof known;
export const topics: Record<TopicId, Topic> = known;
export const topicIds = Object.keys(known) as TopicId[];

/** Steps in their order. */
export type Steps = readonly string[];

export interface TopicText {
  title: string;
  /** Search terms that are not shown. */
  words: string;
  /** One to four short paragraphs or lists of steps. */
  body: readonly (string | Steps)[];
}

export interface HelpTexts {
  groups: Record<Group, string>;
  links: Record<ScreenLinkId, string>;
  topics: Record<TopicId, TopicText>;
}

/** The topics about the calendar and jobs: one file per language. */
export type WorkTopics = Pick<
  HelpTexts['topics'],
  | 'calendar'
  | 'lanes'
  | 'filters'
  | 'appointments'
  | 'printing'
  | 'newJobs'
  | 'jobList'
  | 'jobDetails'
  | 'assign'
  | 'answer'
  | 'crews'
  | 'photos'
  | 'measurements'
>;

/** The topics of the other file. */
export type OfficeTopics = Omit<HelpTexts['topics'], keyof WorkTopics>;

export const help = '/app/help';
/** Help as an overlay over the list of jobs. */
export const jobsHelp = '/app/jobs/help';

/** The address of a topic under one of these two paths. */
export const topicPath = (base: string, topic: TopicId): string => `${base}?topic=${topic}`;

/** The topic in an address, if it exists. */
export const topicOf = (value: string | null): TopicId | undefined => topicIds.find((id) => id === value);

/** The topics for each screen, longer addresses before shorter ones. */
const related: readonly (readonly [start: string, topics: readonly TopicId[]])[] = [
  ['/app/calendar', ['calendar', 'lanes', 'filters', 'appointments', 'printing']],
  ['/app/jobs/customers', ['customers']],
  ['/app/jobs/products', ['products', 'purchaseOrders']],
  ['/app/jobs/vendors', ['vendors', 'purchaseOrders']],
  ['/app/jobs/custom_crews', ['crews', 'assign']],
  ['/app/jobs/import', ['newJobs']],
  ['/app/jobs/details', ['jobDetails', 'assign', 'answer', 'photos', 'measurements', 'history']],
  ['/app/jobs', ['jobList', 'newJobs', 'assign', 'answer', 'jobDetails']],
  ['/app/work_order', ['workOrders']],
  ['/app/purchase_order', ['purchaseOrders', 'vendors', 'products']],
  ['/app/connections', ['connections']],
  ['/app/search', ['connections']],
  ['/app/view', ['connections', 'company']],
  ['/app/messages', ['messages']],
  ['/app/company/activity', ['history', 'roles']],
  ['/app/company/api_keys', ['software']],
  ['/app/company/webhooks', ['software']],
  ['/app/company/settings', ['company', 'software', 'data', 'roles']],
  ['/app/company', ['start', 'company', 'roles']],
  ['/app/user', ['settings', 'data']],
  ['/app/latest', ['feedback']],
];

/** The topics about the screen at an address. */
export const topicsForPath = (pathname: string): readonly TopicId[] =>
  related.find(([start]) => pathname === start || pathname.startsWith(`${start}/`))?.[1] ?? [
    'start',
    'phone',
  ];
