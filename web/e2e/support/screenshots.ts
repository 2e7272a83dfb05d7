/** The screens of the screenshots, each with user, size, color scheme and language. */
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';

import type { Job } from '../../../bindings';
import { newcomer, type Places } from './frozenDay';

export type Language = 'en' | 'es';

export interface Picture {
  name: string;
  size: 'desktop' | 'phone';
  scheme: 'light' | 'dark';
  language: Language;
  screen: Screen;
}

/** A language, followed by `phone` and `dark` if they apply: `es-phone-dark`. */
type Variant = `${Language}${'' | '-phone'}${'' | '-dark'}`;

interface Screen {
  at: string | ((places: Places) => string);
  /** Text that shows when the screen has loaded; in both languages if they differ. */
  shows: string | readonly [english: string, spanish: string];
  /** The user, if not the office; `null` is signed out. */
  as?: string | null;
  before?: (page: Page) => Promise<unknown>;
  next?: (page: Page) => Promise<unknown>;
  /** A call is delayed on purpose. */
  waits?: true;
}

const crew = 'luis@rios-brothers.example';
const member = 'dalia@summit-roofing.example';

const summit = 'Summit Roofing & Exteriors';
const rios = 'Ríos Brothers Roofing';
const whitaker = 'Whitaker tear-off & re-roof';
const chapel = 'Larkin Springs Chapel standing seam';
const order = '#2482-1';
/** The attribution, which shows when the map has loaded. */
const drawnMap = 'US Census Bureau';

const job = (title: string, view: string) => (places: Places) =>
  `/app/jobs/details/${places.job(title)}?view=${view}`;

const jobs = '**/api/jobs/myJobs/**';

const pressed = (name: string) => async (page: Page) => {
  const button = page.getByRole('button', { name: new RegExp(name) });
  await button.filter({ visible: true }).first().click();
};

/** Presses buttons one after the other, and waits for the popup. */
const inTurn =
  (...names: string[]) =>
  async (page: Page) => {
    for (const name of names) await pressed(name)(page);
    await page.getByRole('alertdialog').waitFor();
  };

/** Chooses a ZIP with photos of two jobs, of an unknown one, and of a phone. */
async function choosePhotos(page: Page): Promise<void> {
  const photo = strToU8('roof');
  const files = [
    '2482/front.jpg',
    '2482/back.jpg',
    '2517-1.jpg',
    'Harpeth barn/ridge.jpg',
    '2482/IMG_0042.heic',
  ];
  const buffer = Buffer.from(zipSync(Object.fromEntries(files.map((file) => [file, photo]))));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'photos.zip', mimeType: 'application/zip', buffer });
  await page.getByText('IMG_0042.heic').waitFor();
}

/** Waits for the button that comes with the user's permissions, while the list is still loading. */
async function shellLoaded(page: Page): Promise<void> {
  const newJob = page.getByRole('link', { name: /^(New job|Nuevo trabajo)$/i });
  await newJob
    .or(page.getByRole('button', { name: /^(New job|Nuevo trabajo)$/i }))
    .filter({ visible: true })
    .first()
    .waitFor();
}

/** Writes a note offline, and opens the outbox. */
async function cutOff(page: Page): Promise<void> {
  await page.route('**/api/jobs/addNote', (route) => route.abort('internetdisconnected'));
  await page.getByRole('textbox').fill('Ridge vent is on. North valley flashing tomorrow.');
  await pressed('^(Add note|Agregar nota)$')(page);
  await page
    .getByText(/^(Waiting to upload|Por subir)$/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await pressed('^(Show|Ver)$')(page);
  await page.getByText('Ridge vent is on.').filter({ visible: true }).last().waitFor();
}

/** Creates a job offline; its page opens. */
async function createCutOff(page: Page): Promise<void> {
  await page.route('**/api/jobs/create', (route) => route.abort('internetdisconnected'));
  const texts = {
    '^(Title|Título)': 'Sumner leak repair',
    '^(City|Ciudad)': 'Nashville',
    '^(State|Estado)': 'TN',
  };
  for (const [label, text] of Object.entries(texts))
    await page.getByRole('textbox', { name: new RegExp(label) }).fill(text);
  await pressed('^(Create job|Crear trabajo)$')(page);
  await page
    .getByText(/^(Waiting to upload|Por subir)$/)
    .first()
    .waitFor();
  await pressed('^(Dismiss|Cerrar)$')(page);
}

/** Completes a job offline that the office moves meanwhile, and opens the outbox. */
async function completeCutOff(page: Page): Promise<void> {
  let isCutOff = true;
  await page.route('**/api/jobs/complete', (route) => {
    const error = { code: 'changed', message: '', fields: [] };
    return isCutOff ? route.abort('internetdisconnected') : route.fulfill({ status: 409, json: { error } });
  });
  await pressed('^(Mark Complete|Marcar como completado)$')(page);
  await page
    .getByText(/^(Waiting to upload|Por subir)$/)
    .first()
    .waitFor();
  await page.route('**/api/jobs/job/*', async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const answer = (await (await route.fetch({ headers })).json()) as { info: Job };
    const info = { ...answer.info, startDate: '2026-06-15', endDate: '2026-06-18' };
    await route.fulfill({ json: { ...answer, info } });
  });
  isCutOff = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.keyboard.press('Escape');
  await pressed('^(Show|Ver)$')(page);
  await page.getByRole('button', { name: /^(Keep theirs|Dejarlo como está)/ }).waitFor();
  await page.locator('.mantine-Notification-closeButton').first().click();
}

async function searchFor(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill('whitaker');
  await page
    .getByRole('option', { name: /gutters/ })
    .first()
    .waitFor();
}

const nobody = { as: null };

/** A new user who returns to a step of onboarding, which has stored the input. */
const onboardingAt = (step: number, account_type = '') => ({
  as: newcomer,
  before: (page: Page) =>
    page.addInitScript(
      (draft) => {
        const language = navigator.language.startsWith('es') ? 'spanish' : 'english';
        const stored = { ...draft, values: { ...draft.values, language } };
        sessionStorage.setItem('ridgeline.onboarding', JSON.stringify(stored));
      },
      {
        step,
        values: {
          email: newcomer,
          firstName: 'Ana',
          lastName: 'Cumbre',
          location: 'La Vergne, TN',
          phoneNumber: '',
          account_type,
          company_name: account_type === '' ? '' : 'Cumbre Roofing LLC',
          position: account_type === '' ? '' : 'Owner',
          plan: 'basic',
        },
      },
    ),
});

/** File name, variants, address, expected text, and options. */
const screens: readonly [
  string,
  readonly Variant[],
  Screen['at'],
  Screen['shows'],
  Omit<Screen, 'at' | 'shows'>?,
][] = [
  ['landing', ['en', 'es-phone-dark'], '/', ['SIGN UP', 'REGISTRARSE'], nobody],
  ['sign-in', ['es-dark', 'en-phone'], '/sign-in', ['Sign in', 'Iniciar sesión'], nobody],
  ['sign-up', ['en', 'es-phone'], '/sign-up', ['Create your account', 'Crear su cuenta'], nobody],
  ['company', ['en', 'es-phone-dark'], '/app/company', summit],
  ['calendar', ['en', 'es-dark', 'en-phone', 'es-phone'], '/app/calendar', whitaker],
  ['calendar-appointments', ['en', 'es-phone'], '/app/calendar?show=appointments', 'Lucille Eakin'],
  ['calendar-map', ['en', 'es-phone-dark'], '/app/calendar?show=map', drawnMap],
  ['calendar-crews', ['en', 'es'], '/app/calendar?show=crews', rios],
  ['calendar-move', ['en', 'es'], '/app/calendar/move/2026-06-11?why=rain', ['jobs move', 'Se mueven']],
  ['load', ['en', 'es'], '/app/calendar/load', ['Not yet given to anybody', 'Todavía sin asignar']],
  ['working-days', ['en', 'es'], '/app/company/planning', ['Holidays', 'Días festivos']],
  ['offer', ['es-phone'], '/app/company', 'Aceptar estas fechas', { as: crew }],
  [
    'job-options',
    ['en', 'es-phone'],
    (places) => `/app/calendar/event_options/${places.job(whitaker)}`,
    ['See Full Details', 'Ver todos los detalles'],
  ],
  ['jobs', ['en', 'es-dark', 'es-phone'], '/app/jobs?tab=active', 'Sizemore leak repair'],
  ['jobs-empty', ['en'], '/app/jobs?q=zzz', 'No jobs to show'],
  [
    'jobs-loading',
    ['en', 'es-phone-dark'],
    '/app/jobs',
    ['Jobs', 'Trabajos'],
    { waits: true, before: (page) => page.route(jobs, () => undefined), next: shellLoaded },
  ],
  [
    'jobs-failing',
    ['es', 'en-phone'],
    '/app/jobs',
    ['Try again', 'Intentar de nuevo'],
    { before: (page) => page.route(jobs, (route) => route.fulfill({ status: 500, body: '' })) },
  ],
  ['new-job', ['en', 'es-phone'], '/app/jobs/new', ['Create job', 'Crear trabajo']],
  ['new-job-forbidden', ['es'], '/app/jobs/new', 'Solo', { as: member }],
  ['job', ['en', 'es', 'en-phone-dark'], job(whitaker, 'details'), drawnMap],
  ['job-work-orders', ['en'], job(whitaker, 'workOrders'), order],
  ['job-purchase-orders', ['es'], job(whitaker, 'purchaseOrders'), order],
  ['job-measurements', ['en'], job(whitaker, 'measurements'), '46.4'],
  ['job-images', ['en', 'es-phone'], job(chapel, 'images'), chapel],
  ['job-notes', ['en', 'es-phone'], job(whitaker, 'notes'), 'Homeowner works from home'],
  [
    'waiting',
    ['en-phone', 'es-phone-dark'],
    job(whitaker, 'notes'),
    'Homeowner works from home',
    { next: cutOff },
  ],
  [
    'waiting-job',
    ['en-phone', 'es-phone'],
    '/app/jobs/new',
    ['Create job', 'Crear trabajo'],
    { next: createCutOff },
  ],
  ['waiting-changed', ['en-phone', 'es-phone'], job(whitaker, 'details'), whitaker, { next: completeCutOff }],
  ['job-edit', ['en', 'es'], job(whitaker, 'edit'), ['Save dates', 'Guardar fechas']],
  ['job-answer', ['es-phone'], job('Warsame tear-off & re-roof', 'details'), drawnMap, { as: crew }],
  ['job-card', ['en'], (places) => `/app/card/${places.job(whitaker)}`, whitaker],
  ['work-order', ['en', 'es'], (places) => `/app/work_order/${places.workOrder}`, whitaker],
  ['work-order', ['es-phone'], (places) => `/app/work_order/${places.workOrder}`, whitaker, { as: crew }],
  [
    'purchase-order',
    ['en', 'es', 'en-phone-dark'],
    (places) => `/app/purchase_order/${places.purchaseOrder}`,
    order,
  ],
  ['customers', ['en', 'es'], '/app/jobs/customers', 'Abernathy'],
  ['customer', ['en-dark', 'es-phone'], (places) => `/app/jobs/customers/${places.customer}`, whitaker],
  ['products', ['en', 'es'], '/app/jobs/products', 'Architectural shingle, charcoal'],
  ['vendors', ['en'], '/app/jobs/vendors', 'Music City Roofing Supply'],
  ['crews', ['en', 'es-phone'], '/app/jobs/custom_crews', 'Crew A (low slope)'],
  ['import', ['en', 'es'], '/app/jobs/customers/import', ['Choose a file', 'Elegir un archivo']],
  [
    'import-photos',
    ['en', 'es-phone'],
    '/app/jobs/photos/import',
    ['Choose a ZIP', 'Elegir un ZIP'],
    { next: choosePhotos },
  ],
  // Before the screenshots of messages, which mark the notifications as seen.
  ['notifications', ['en'], '/app/jobs', 'Sizemore leak repair', { next: pressed('Notifications') }],
  ['notifications', ['es-phone'], '/app/company', rios, { as: crew, next: pressed('Avisos') }],
  ['messages', ['en-dark', 'es'], (places) => `/app/messages/${places.room}`, rios],
  ['messages', ['es-phone'], '/app/messages', summit, { as: crew }],
  ['chat', ['es-phone'], (places) => `/app/messages/${places.room}`, summit, { as: crew }],
  ['connections', ['en', 'es-phone'], '/app/connections', 'Cumbre Roofing LLC'],
  [
    'company-search',
    ['es'],
    '/app/search/companies?location=TN&companyType=contractor',
    'Harpeth Valley Exteriors',
  ],
  [
    'company-search-empty',
    ['en'],
    '/app/search/companies?name=zzz&location=TN&companyType=subcontractor',
    'Oops! No results!',
  ],
  ['public-company', ['en', 'es-phone-dark'], (places) => `/app/view/company/${places.company}`, rios],
  ['settings', ['en', 'es'], '/app/user/settings', ['Sign-in and security', 'Inicio de sesión y seguridad']],
  ['search', ['en'], '/app/jobs', 'Sizemore leak repair', { next: searchFor }],
  [
    'onboarding-type',
    ['en', 'es-phone'],
    '/app/configure',
    ['What does your company do?', '¿Qué hace su empresa?'],
    onboardingAt(2),
  ],
  [
    'onboarding-company',
    ['es', 'en-phone-dark'],
    '/app/configure',
    ['Tell us about your company', 'Cuéntenos de su empresa'],
    onboardingAt(3, 'subcontractor'),
  ],
  ['reports', ['en', 'es-phone-dark'], '/app/reports', ['Active at the end', 'Activos al final']],
  [
    'popup-success',
    ['en'],
    (places) => `/app/jobs/customers/${places.customer}`,
    whitaker,
    { next: inTurn('^Edit customer$', '^Save$') },
  ],
  [
    'popup-hmm',
    ['es-phone'],
    '/app/configure',
    '¿Está todo bien?',
    {
      ...onboardingAt(4, 'subcontractor'),
      next: async (page) => {
        await page.route('**/api/auth/createNewAccountWithCompany', (route) =>
          route.fulfill({ status: 500, body: '' }),
        );
        await inTurn('^Terminar$')(page);
      },
    },
  ],
  [
    'popup-sure',
    ['en', 'es-phone-dark'],
    job(whitaker, 'edit'),
    whitaker,
    {
      next: async (page) => {
        // These answers move the button down, and the browser scrolls only to a button that is out of view.
        for (const answer of [
          /^(Not shared|No compartido)$/,
          /^(No offer is open|No hay ninguna oferta abierta)/,
        ])
          await page.getByText(answer).first().waitFor();
        await inTurn('^(Delete job|Eliminar trabajo)$')(page);
      },
    },
  ],
  ['not-found', ['en', 'es-phone-dark'], '/app/nowhere', ['Page not found', 'Página no encontrada']],
];

export const pictures: Picture[] = screens.flatMap(([name, looks, at, shows, more]) =>
  looks.map((look) => {
    const [language, ...words] = look.split('-');
    return {
      name: [name, ...words].join('-'),
      language: language as Language,
      size: words.includes('phone') ? 'phone' : 'desktop',
      scheme: words.includes('dark') ? 'dark' : 'light',
      screen: { at, shows, ...more },
    } as const;
  }),
);
