import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { geolocationDevice } from '@/testing/geolocationDevice';
import { mockServer, renderIn } from '@/testing/render';

import type { MapSettings } from './mapLibrary';
import { type MapMarker, RidgeMap } from './RidgeMap';

const fake = vi.hoisted(() => ({
  able: true,
  fails: false,
  settings: [] as MapSettings[],
  zoom: 8,
  removed: 0,
  calls: [] as [string, unknown][],
}));

function fakeMap() {
  const record = (name: string) => (argument?: unknown) => void fake.calls.push([name, argument]);
  const map = {
    on: () => map,
    off: () => map,
    remove: () => {
      fake.removed += 1;
    },
    getZoom: () => fake.zoom,
    getCenter: () => ({ lat: 36.126, lng: -86.877 }),
    getBounds: () => ({ contains: () => false }),
    getContainer: () => ({ clientWidth: 700, clientHeight: 300 }),
    project: ([longitude, latitude]: [number, number]) => ({
      x: 350 + (longitude + 86.877) * 4_000,
      y: 150 - (latitude - 36.126) * 4_000,
    }),
    easeTo: record('easeTo'),
    jumpTo: record('jumpTo'),
    zoomIn: record('zoomIn'),
    zoomOut: record('zoomOut'),
  };
  return map;
}

vi.mock('./mapLibrary', () => ({
  supportsWebGL: () => fake.able,
  createMap: (settings: MapSettings) => {
    fake.settings.push(settings);
    if (fake.fails) return Promise.reject(new Error('offline'));
    return Promise.resolve({ map: fakeMap(), streets: false, repaint: () => undefined });
  },
}));

const marker = (id: string, change: Partial<MapMarker> = {}): MapMarker => ({
  id,
  latitude: 36.126,
  longitude: -86.877,
  color: { fill: '#3F6CDA', text: '#FFFFFF' },
  label: `Job ${id}`,
  ...change,
});

function show(change: Partial<Parameters<typeof RidgeMap>[0]> = {}) {
  return renderIn(() => (
    <RidgeMap
      center={{ latitude: 36.126, longitude: -86.877 }}
      zoom={8}
      markers={[marker('1')]}
      label="Job map"
      instead={<a href="/list">The list</a>}
      {...change}
    />
  ));
}

beforeEach(() => {
  Object.assign(fake, {
    able: true,
    fails: false,
    settings: [],
    zoom: 8,
    removed: 0,
    calls: [],
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  mockServer({ 'GET /api/config': { mapboxToken: null } });
});

it('opens a job by its marker, which is a button with the name of the job', async () => {
  const onOpen = vi.fn();
  const { user } = show({ onOpen });
  await user.click(await screen.findByRole('button', { name: 'Job 1' }));
  expect(onOpen).toHaveBeenCalledWith('1');
});

it('lists the jobs at the same place, so that each can be opened', async () => {
  const onOpen = vi.fn();
  const { user } = show({ onOpen, markers: [marker('1'), marker('2'), marker('3')] });
  await user.click(await screen.findByRole('button', { name: '3 jobs here' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Job 2' }));
  expect(onOpen).toHaveBeenCalledWith('2');
});

it('zooms in on a cluster until its jobs are separate', async () => {
  const onOpen = vi.fn();
  const { user } = show({ onOpen, markers: [marker('1'), marker('2', { latitude: 36.128 })] });
  await user.click(await screen.findByRole('button', { name: '2 jobs here' }));
  expect(fake.calls.at(-1)).toEqual(['easeTo', { center: [-86.877, 36.126], zoom: 10 }]);
});

it('skips markers outside the view in the tab order', async () => {
  const onOpen = vi.fn();
  show({ onOpen, markers: [marker('1'), marker('2', { latitude: 40 })] });
  expect(await screen.findByRole('button', { name: 'Job 1' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Job 2' })).toBeNull();
});

it('zooms and recenters by buttons; a still map has none', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Zoom in' }));
  await user.click(screen.getByRole('button', { name: 'Back to the starting view' }));
  const tail = fake.calls.slice(-2).map(([name]) => name);
  expect(tail).toEqual(['zoomIn', 'easeTo']);
});

it('shows a still map without buttons and with a named marker', async () => {
  show({ interactive: false });
  expect(await screen.findByRole('img', { name: 'Job 1' })).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows the cities around a place with their distance', async () => {
  fake.zoom = 12.5;
  show({ zoom: 12.5, surroundings: true });
  const near = await screen.findByRole('list', { name: 'Nearby places' });
  expect(near).toHaveTextContent('Nashville 5.9 mi');
});

it('says so on a device that cannot draw maps, and shows the alternative', async () => {
  fake.able = false;
  show();
  expect(await screen.findByText('This device cannot show the map.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'The list' })).toBeVisible();
  expect(fake.settings).toEqual([]);
});

it('says so when the map cannot be loaded', async () => {
  fake.fails = true;
  show();
  expect(await screen.findByText('The map could not be loaded.')).toBeVisible();
});

it('removes the map with its screen, because graphics memory is scarce on phones', async () => {
  const { router } = show();
  await screen.findByRole('img', { name: 'Job 1' });
  await router.navigate('/away');
  await waitFor(() => expect(fake.removed).toBe(1));
});

it('moves to the selected job and shows its card', async () => {
  show({ selected: '1', follows: true, card: <p>The card</p> });
  expect(await screen.findByText('The card')).toBeVisible();
  expect(fake.calls.at(-1)).toMatchObject(['easeTo', { center: [-86.877, 36.126] }]);
});

it('renders only the visible ones of thousands of jobs', async () => {
  fake.zoom = 16;
  const spread = Array.from({ length: 2_000 }, (_, at) =>
    marker(String(at), {
      latitude: 36.126 + (at % 50) * 0.05,
      longitude: -86.877 + Math.floor(at / 50) * 0.05,
    }),
  );
  show({ zoom: 16, markers: spread, onOpen: () => undefined });
  expect(await screen.findByRole('button', { name: 'Job 0' })).toBeVisible();
  expect(screen.getAllByRole('button', { hidden: true }).length).toBeLessThan(60);
});

it('notifies the page that there is no map, so that the list can replace it', async () => {
  fake.able = false;
  const onNone = vi.fn();
  show({ onNone });
  await waitFor(() => expect(onNone).toHaveBeenCalledTimes(1));
});

const whereAmI = () => screen.findByRole('button', { name: 'Where am I?' });

it('requests the position only after a press on the button', async () => {
  const device = geolocationDevice();
  show();
  expect(await whereAmI()).toBeVisible();
  expect(device.watchPosition).not.toHaveBeenCalled();
});

it('shows the user’s position, moves there, and follows it', async () => {
  const device = geolocationDevice();
  const { user } = show();
  await user.click(await whereAmI());
  expect(screen.getByText('Finding your location…')).toBeVisible();
  act(() => device.isAt(36.13, -86.88));
  expect(screen.getByRole('img', { name: 'You are here' })).toBeVisible();
  expect(fake.calls.at(-1)).toEqual(['easeTo', { center: [-86.88, 36.13] }]);
  const calls = fake.calls.length;
  act(() => device.isAt(36.129, -86.879));
  // Only the dot moves: a map that followed it would interrupt a gesture.
  expect(fake.calls).toHaveLength(calls);
});

it('says so when the browser does not support geolocation', async () => {
  geolocationDevice({ able: false });
  const { user } = show();
  await user.click(await whereAmI());
  expect(await screen.findByText('Your browser cannot tell where you are.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Your browser cannot tell where you are.')).toBeNull();
  await user.click(await whereAmI());
  expect(await screen.findByText('Your browser cannot tell where you are.')).toBeVisible();
});

it('explains how to allow the position after a refusal, and requests it again at the next press', async () => {
  const device = geolocationDevice();
  const { user } = show();
  await user.click(await whereAmI());
  act(() => device.refuses());
  expect(await screen.findByText(/Allow this site to use your location/)).toBeVisible();
  await user.click(await whereAmI());
  act(() => device.isAt(36.13, -86.88));
  expect(screen.getByRole('img', { name: 'You are here' })).toBeVisible();
  expect(screen.queryByText(/Allow this site/)).toBeNull();
});

it('stops watching the position when no map shows it, to save the battery', async () => {
  const device = geolocationDevice();
  const { user, router } = show();
  await user.click(await whereAmI());
  act(() => device.isAt(36.13, -86.88));
  await act(() => router.navigate('/elsewhere'));
  expect(device.isWatched()).toBe(false);
});
