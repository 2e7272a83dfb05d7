import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { aJob, jobId } from '@/testing/aJob';
import { geolocationDevice } from '@/testing/geolocationDevice';
import { mockServer, renderIn, signedIn } from '@/testing/render';
import { completedColor } from '@/wasm/rules';

import { useCalendarView } from '../useCalendarView';
import { MapDesktop } from './MapDesktop';
import { MapPhone } from './MapPhone';

const stage = vi.hoisted(() => ({
  able: true,
  calls: [] as [string, unknown][],
  starts: [] as unknown[],
}));

function fakeMap() {
  const record = (name: string) => (what?: unknown) => void stage.calls.push([name, what]);
  const map = {
    on: () => map,
    off: () => map,
    remove: () => undefined,
    getZoom: () => 8,
    getContainer: () => ({ clientWidth: 900, clientHeight: 700 }),
    project: ([longitude, latitude]: [number, number]) => ({
      x: 450 + (longitude + 86.8) * 400,
      y: 350 - (latitude - 36.1) * 400,
    }),
    easeTo: record('easeTo'),
    jumpTo: record('jumpTo'),
    fitBounds: record('fitBounds'),
  };
  return map;
}

vi.mock('@/components/map/mapLibrary', () => ({
  supportsWebGL: () => stage.able,
  createMap: ({ center, zoom, bounds }: { center: unknown; zoom: number; bounds?: unknown }) => {
    stage.starts.push(bounds === undefined ? { center, zoom } : { bounds });
    return Promise.resolve({ map: fakeMap(), streets: false, repaint: () => undefined });
  },
}));

const onDay = { startDate: '2026-06-09', endDate: '2026-06-12' };
const season = [
  aJob(1, { title: 'Whitaker re-roof', ...onDay, latitude: 36.1, longitude: -86.8, city: 'Nashville' }),
  aJob(2, {
    title: 'Ellery gutters',
    latitude: 36.3,
    longitude: -86.6,
    status: 'complete',
    city: 'Gallatin',
  }),
  aJob(3, { title: 'Okoye hail repair', latitude: 36.0, longitude: -87.0, city: 'Franklin' }),
  aJob(4, { title: 'Lost barn', address: null, city: 'Nowhere' }),
];
const list = 'GET /api/jobs/myJobs/contractor';
const path = '/app/calendar';

function Desk() {
  return <MapDesktop calendar={useCalendarView()} />;
}

function open(search = '', profile = signedIn(), jobs = season) {
  mockServer({ [list]: { jobs }, 'GET /api/config': { mapboxToken: null } });
  return renderIn(() => <Desk />, { profile, at: `${path}?show=map${search}`, path });
}

const rows = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

beforeEach(() => {
  Object.assign(stage, { able: true, calls: [], starts: [] });
  // jsdom has no layout; a window without height would show no rows.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(308);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  for (const side of ['offsetWidth', 'offsetHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
  Element.prototype.scrollTo = () => undefined;
});
afterEach(() => vi.restoreAllMocks());

test('every job with a location has a marker and a row, whatever its dates', async () => {
  open();
  expect(await screen.findByRole('button', { name: 'Whitaker re-roof' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Okoye hail repair' })).toBeVisible();
  expect(screen.getAllByRole('option')).toHaveLength(3);
  expect(screen.getByText('3 jobs')).toBeVisible();
});

test('the map starts with all of its jobs in view, wherever the company is', async () => {
  open('', signedIn({}, { latitude: 39.74, longitude: -104.99 }));
  const bounds = [
    [-87, 36],
    [-86.6, 36.3],
  ];
  await waitFor(() => expect(stage.starts).toEqual([{ bounds }]));
  await waitFor(() => expect(stage.calls).toEqual([['fitBounds', bounds]]));
});

test('a marker opens the options of its job', async () => {
  const { user, router } = open();
  await user.click(await screen.findByRole('button', { name: 'Whitaker re-roof' }));
  expect(router.state.location.pathname).toBe(`/app/calendar/event_options/${jobId(1)}`);
  expect(router.state.location.search).toBe('?show=map');
});

test('arrow keys select in the list and on the map, and Enter opens the job', async () => {
  const { user, router } = open();
  await screen.findByRole('button', { name: 'Whitaker re-roof' });
  const listbox = screen.getByRole('listbox', { name: 'Jobs on the map' });
  listbox.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Ellery gutters');
  await waitFor(() => expect(stage.calls.at(-1)?.[1]).toMatchObject({ center: [-86.6, 36.3] }));
  const card = await screen.findByRole('region', { name: 'Ellery gutters' });
  expect(within(card).getByRole('link', { name: 'See Full Details' })).toBeVisible();
  await waitFor(() => expect(router.state.location.search).toBe(`?show=map&pin=${jobId(2)}`));
  expect(listbox).toHaveFocus();
  await user.keyboard('{End}{Home}{Enter}');
  expect(router.state.location.pathname).toBe(`/app/calendar/event_options/${jobId(1)}`);
});

test('a reload shows the same job on the map', async () => {
  open(`&pin=${jobId(3)}`);
  expect(await screen.findByRole('region', { name: 'Okoye hail repair' })).toBeVisible();
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Okoye');
  await waitFor(() => expect(stage.calls.at(-1)?.[1]).toMatchObject({ center: [-87, 36] }));
});

test('a search filters the list and the map, and is stored in the URL', async () => {
  const { user, router } = open();
  await screen.findByRole('button', { name: 'Whitaker re-roof' });
  await user.type(screen.getByRole('searchbox', { name: 'search jobs...' }), 'hail');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Whitaker re-roof' })).toBeNull();
  await waitFor(() => expect(router.state.location.search).toBe('?show=map&q=hail'));
  await user.type(screen.getByRole('searchbox'), ' nothing');
  await user.click(await screen.findByRole('button', { name: 'Clear the filters' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('the filters of the calendar apply to the map too', async () => {
  const { user } = open('&location=nashville');
  await screen.findByRole('button', { name: 'Whitaker re-roof' });
  expect(rows()).toHaveLength(1);
  await user.click(screen.getByRole('radio', { name: 'Completed' }));
  expect(await screen.findByText('No jobs match these filters.')).toBeVisible();
});

test('jobs without a location are counted and link to the form for their address', async () => {
  const { user, router } = open();
  await user.click(await screen.findByRole('button', { name: '1 job could not be placed on the map' }));
  const link = await screen.findByRole('link', { name: 'Add an address to Lost barn' });
  await user.click(link);
  expect(router.state.location.pathname).toBe(`/app/calendar/job/details/${jobId(4)}`);
  expect(router.state.location.search).toContain('view=edit');
});

test('on a device without a map the list replaces it, and a press opens the job', async () => {
  stage.able = false;
  const { user, router } = open();
  expect(await screen.findByText('This device cannot show the map.')).toBeVisible();
  await user.click(await screen.findByRole('option', { name: /Whitaker/ }));
  expect(router.state.location.pathname).toBe(`/app/calendar/event_options/${jobId(1)}`);
});

test('five thousand jobs on the map render only the visible rows', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) =>
    aJob(at + 10, { latitude: 35 + (at % 70) / 35, longitude: -87 + Math.floor(at / 70) / 36 }),
  );
  open('', signedIn(), many);
  expect(await screen.findByText('5000 jobs')).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(5));
  expect(screen.getAllByRole('option').length).toBeLessThan(40);
});

test('the map of a company without a location starts at the center of the world and says that there are no jobs', async () => {
  setLanguage('spanish');
  open('', signedIn({ language: 'spanish' }), []);
  expect(await screen.findByText('No hay trabajos que mostrar en el mapa.')).toBeVisible();
  await waitFor(() => expect(stage.starts).toEqual([{ center: { latitude: 0, longitude: 0 }, zoom: 8 }]));
});

test('the map of a company without jobs starts at its location', async () => {
  const denver = { latitude: 39.74, longitude: -104.99 };
  open('', signedIn({}, denver), []);
  await waitFor(() => expect(stage.starts).toEqual([{ center: denver, zoom: 8 }]));
});

test('with a selected city the map starts with its jobs in view', async () => {
  open('&location=gallatin', signedIn({}, { latitude: 39.74, longitude: -104.99 }));
  const gallatin = [-86.6, 36.3];
  await waitFor(() => expect(stage.starts).toEqual([{ bounds: [gallatin, gallatin] }]));
});

test('on a phone the list is below the map and can be enlarged', async () => {
  mockServer({ [list]: { jobs: season }, 'GET /api/config': { mapboxToken: null } });
  function Phone() {
    return <MapPhone calendar={useCalendarView()} />;
  }
  const { user } = renderIn(() => <Phone />, { profile: signedIn(), at: `${path}?show=map`, path });
  expect(await screen.findByRole('option', { name: /Whitaker/ })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '3 jobs: Make the list larger' }));
  expect(screen.getByRole('button', { name: '3 jobs: Make the map larger' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});

test('the marker of a completed job is gray, that of an active job has its color', async () => {
  open();
  const fill = (name: string) =>
    screen.getByRole('button', { name }).querySelector('path[stroke="#fff"]')?.getAttribute('fill');
  expect(await screen.findByRole('button', { name: 'Ellery gutters' })).toBeVisible();
  expect(fill('Ellery gutters')).toBe(completedColor().light);
  expect(fill('Whitaker re-roof')).not.toBe(completedColor().light);
});

test('the card of a job shows its distance once the user has requested their position', async () => {
  const device = geolocationDevice();
  const { user } = open(`&pin=${jobId(1)}`);
  const card = await screen.findByRole('region', { name: 'Whitaker re-roof' });
  expect(within(card).queryByText(/from you/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Where am I?' }));
  act(() => device.isAt(36.175, -86.8));
  expect(within(card).getByText('5.2 mi from you')).toBeVisible();
});

test('a job of which only the ZIP code is known is a dot in a circle that is explained in words', async () => {
  const placeArea = { kind: 'zip', radiusMeters: 4_750 } as const;
  const [house, ...others] = season;
  const jobs = house === undefined ? [] : [{ ...house, placeArea, zip: '37206' }, ...others];
  open(`&pin=${jobId(1)}`, signedIn(), jobs);
  const card = await screen.findByRole('region', { name: 'Whitaker re-roof' });
  expect(within(card).getByText('About here: ZIP 37206')).toBeVisible();
  const dot = screen.getByRole('button', { name: 'Whitaker re-roof' });
  expect(dot).toHaveAccessibleDescription('About here: ZIP 37206');
  expect(dot.querySelector('path')).toBeNull();
  expect(screen.getByText('Circle: the house is somewhere in it')).toBeVisible();
});

test('the legend explains no circles where every house is known', async () => {
  open();
  expect(await screen.findByText('Complete')).toBeVisible();
  expect(screen.queryByText(/^Circle/)).toBeNull();
});
