import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { renderIn, signedIn } from '@/testing/render';

import { HelpScreen } from './HelpScreen';
import { JobsHelpOverlay } from './JobsHelpOverlay';
import { english } from './texts/english';
import { spanish } from './texts/spanish';
import { topicIds } from './topics';

const show = (at = '/app/help', profile = signedIn()) =>
  renderIn(() => <HelpScreen />, { profile, at, path: '/app/help' });

const article = (name: string | RegExp) => screen.findByRole('article', { name });
const listed = async () =>
  within(await screen.findByRole('navigation', { name: 'Topics' }))
    .getAllByRole('link')
    .map((link) => link.textContent);
const look = async (user: ReturnType<typeof show>['user'], query: string) =>
  user.type(await screen.findByRole('searchbox'), query);

test('every topic can be found, and the first one is open', async () => {
  show();
  await article('Getting started');
  expect(await listed()).toHaveLength(topicIds.length);
});

test('the address of a topic can be sent to a colleague', async () => {
  const { user, router } = show('/app/help?topic=vendors');
  await article('Vendors and their contacts');
  await user.click(screen.getByRole('link', { name: 'Measurement reports' }));
  await article('Measurement reports');
  expect(router.state.location.search).toBe('?topic=measurements');
});

test('an address with a misspelled topic still shows help', async () => {
  show('/app/help?topic=nothing');
  await article('Getting started');
});

test('a screen reader announces the heading of the chosen topic', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('link', { name: 'Customers' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'Customers' })).toHaveFocus());
});

test('steps are listed in their order', async () => {
  show('/app/help?topic=assign');
  const steps = within(await article('Assign a job to a crew')).getAllByRole('listitem');
  expect(steps[0]).toHaveTextContent('Open the job and its Edit / assign tab.');
  expect(steps).toHaveLength(3);
});

describe('the search', () => {
  test('finds a topic by a word of its text, whatever the case', async () => {
    const { user } = show();
    await look(user, 'WASTE');
    await waitFor(async () => expect(await listed()).toContain('Measurement reports'));
    expect(screen.getByRole('status')).toHaveTextContent('found');
  });

  test('finds a topic in Spanish without accents, as typed on a phone', async () => {
    setLanguage('spanish');
    const { user } = show('/app/help', signedIn({ language: 'spanish' }));
    await look(user, 'contrasena');
    expect(await screen.findByRole('link', { name: 'Su configuración y su contraseña' })).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Proveedores y sus contactos' })).toBeNull(),
    );
  });

  test('lists the topic itself before those that only mention it', async () => {
    const { user } = show();
    await look(user, 'measurement');
    await waitFor(async () => expect((await listed())[0]).toBe('Measurement reports'));
    expect(await listed()).toContain('The job and its details');
  });

  test('finds a topic by words that users type and the text does not have', async () => {
    const { user } = show();
    await look(user, 'supplier');
    expect(await screen.findByRole('link', { name: 'Vendors and their contacts' })).toBeVisible();
  });

  test('without a match can be cleared, and links to feedback', async () => {
    const { user } = show();
    await look(user, 'zebra');
    expect(await screen.findByRole('heading', { name: 'No topic matches' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Give feedback' })).toHaveAttribute(
      'href',
      '/app/latest?tab=feedback',
    );
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await listed()).toHaveLength(topicIds.length);
  });
});

test('a subcontractor sees no links to screens they cannot open', async () => {
  show('/app/help?topic=purchaseOrders', signedIn({}, { companyType: 'subcontractor' }));
  const open = within(await article('Purchase orders')).getAllByRole('link');
  expect(open.map((link) => link.textContent)).toEqual(['Open your jobs']);
});

test('help over the jobs closes to the jobs and has only topics about jobs', async () => {
  const { user, router } = renderIn(() => <JobsHelpOverlay />, {
    profile: signedIn(),
    at: '/app/jobs/help',
  });
  await article('Create and import jobs');
  expect(await listed()).not.toContain('Notifications');
  await user.click(screen.getByRole('link', { name: 'Measurement reports' }));
  await waitFor(() => expect(router.state.location.search).toBe('?topic=measurements'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs'));
});

describe('on a phone', () => {
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: true,
          media: query,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
          addListener: () => undefined,
          removeListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    return () => vi.restoreAllMocks();
  });

  test('the list is first, a topic replaces it, and the way back keeps the search', async () => {
    const { user } = show();
    await look(user, 'csv');
    expect(screen.queryByRole('article')).toBeNull();
    await user.click(await screen.findByRole('link', { name: 'Create and import jobs' }));
    expect(await article('Create and import jobs')).toBeVisible();
    expect(screen.queryByRole('searchbox')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'All topics' }));
    expect(await screen.findByRole('searchbox')).toHaveValue('csv');
  });
});

test.each(topicIds)('%s explains as much in Spanish as in English', (id) => {
  const shape = ({ body }: (typeof english.topics)[typeof id]) =>
    body.map((part) => (typeof part === 'string' ? 'paragraph' : `${part.length} steps`));
  expect(shape(spanish.topics[id])).toEqual(shape(english.topics[id]));
  expect(spanish.topics[id].title).not.toBe(english.topics[id].title);
  expect(english.topics[id].body.length).toBeLessThanOrEqual(4);
});
