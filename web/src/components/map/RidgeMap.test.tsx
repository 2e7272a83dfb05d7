import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { geolocationDevice } from '@/testing/geolocationDevice';
import { mockServer, renderIn } from '@/testing/render';

import type { MapSettings } from './mapLibrary';
import { type MapMarker, RidgeMap } from './RidgeMap';

const stage = vi.hoisted(() => ({
  able: true,
  fails: false,
  wishes: [] as { token: string | null; interactive: boolean }[],
  zoom: 8,
  removed: 0,
  calls: [] as [string, unknown][],
}));

function fakeMap() {
  const told = (name: string) => (what?: unknown) => void stage.calls.push([name, what]);
  const map = {
    on: () => map,
    off: () => map,
    remove: () => {
      stage.removed += 1;
    },
    getZoom: () => stage.zoom,
    getCenter: () => ({ lat: 36.126, lng: -86.877 }),
    getBounds: () => ({ contains: () => false }),
    getContainer: () => ({ clientWidth: 700, clientHeight: 300 }),
    project: ([longitude, latitude]: [number, number]) => ({
      x: 350 + (longitude + 86.877) * 4_000,
      y: 150 - (latitude - 36.126) * 4_000,
    }),
    easeTo: told('easeTo'),
    jumpTo: told('jumpTo'),
    zoomIn: told('zoomIn'),
    zoomOut: told('zoomOut'),
  };
  return map;
}

vi.mock('./mapLibrary', () => ({
  supportsWebGL: () => stage.able,
  createMap: (wish: MapSettings) => {
    stage.wishes.push(wish);
    if (stage.fails) return Promise.reject(new Error('offline'));
    return Promise.resolve({ map: fakeMap(), streets: wish.token !== null, repaint: () => undefined });
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
  Object.assign(stage, { able: true, fails: false, wishes: [], zoom: 8, removed: 0, calls: [] });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  mockServer({ 'GET /api/config': { mapboxToken: null } });
});

it('opens a job by its marker, which is a button with the name of the job', async () => {
  const onOpen = vi.fn();
  const { user } = show({ onOpen });
  await user.click(await screen.findByRole('button', { name: 'Job 1' }));
  expect(onOpen).toHaveBeenCalledWith('1');
});

it('lists the jobs that share one spot, so that none is out of reach', async () => {
  const onOpen = vi.fn();
  const { user } = show({ onOpen, markers: [marker('1'), marker('2'), marker('3')] });
  await user.click(await screen.findByRole('button', { name: '3 jobs here' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Job 2' }));
  expect(onOpen).toHaveBeenCalledWith('2');
});

it('goes nearer to jobs that lie close together, until they come apart', async () => {
  const onOpen = vi.fn();
  const { user } = show({ onOpen, markers: [marker('1'), marker('2', { latitude: 36.128 })] });
  await user.click(await screen.findByRole('button', { name: '2 jobs here' }));
  expect(stage.calls.at(-1)).toEqual(['easeTo', { center: [-86.877, 36.126], zoom: 10 }]);
});

it('keeps a marker outside the picture out of the way of the tab key', async () => {
  const onOpen = vi.fn();
  show({ onOpen, markers: [marker('1'), marker('2', { latitude: 40 })] });
  expect(await screen.findByRole('button', { name: 'Job 1' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Job 2' })).toBeNull();
});

it('zooms and finds back by buttons; a still map has none', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Zoom in' }));
  await user.click(screen.getByRole('button', { name: 'Back to the starting view' }));
  const tail = stage.calls.slice(-2).map(([name]) => name);
  expect(tail).toEqual(['zoomIn', 'easeTo']);
});

it('shows a still map without buttons, its marker named', async () => {
  show({ interactive: false });
  expect(await screen.findByRole('img', { name: 'Job 1' })).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('points at cities around one place, with their distance', async () => {
  stage.zoom = 12.5;
  show({ zoom: 12.5, surroundings: true });
  const near = await screen.findByRole('list', { name: 'Nearby places' });
  expect(near).toHaveTextContent('Nashville 5.9 mi');
});

it('gives streets the token of the installation, and does not point at cities over them', async () => {
  mockServer({ 'GET /api/config': { mapboxToken: 'pk.test' } });
  stage.zoom = 12.5;
  show({ surroundings: true });
  await screen.findByRole('img', { name: 'Job 1' });
  expect(stage.wishes.map(({ token }) => token)).toEqual(['pk.test']);
  expect(screen.queryByRole('list')).toBeNull();
});

it('draws the embedded map when the server does not say what there is', async () => {
  mockServer({});
  show();
  await screen.findByRole('img', { name: 'Job 1' });
  expect(stage.wishes.map(({ token }) => token)).toEqual([null]);
});

it('says so, and what there is instead, on a device that cannot draw maps', async () => {
  stage.able = false;
  show();
  expect(await screen.findByText('This device cannot show the map.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'The list' })).toBeVisible();
  expect(stage.wishes).toEqual([]);
});

it('says so when the map cannot be fetched', async () => {
  stage.fails = true;
  show();
  expect(await screen.findByText('The map could not be loaded.')).toBeVisible();
});

it('takes the map down with its screen: graphics memory is scarce on phones', async () => {
  const { router } = show();
  await screen.findByRole('img', { name: 'Job 1' });
  await router.navigate('/away');
  await waitFor(() => expect(stage.removed).toBe(1));
});

it('goes to the job that is chosen and shows its card', async () => {
  show({ selected: '1', follows: true, card: <p>The card</p> });
  expect(await screen.findByText('The card')).toBeVisible();
  expect(stage.calls.at(-1)).toMatchObject(['easeTo', { center: [-86.877, 36.126] }]);
});

it('draws thousands of jobs only where somebody looks', async () => {
  stage.zoom = 16;
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

it('tells the page that there is no map, so that the list can take its place', async () => {
  stage.able = false;
  const onNone = vi.fn();
  show({ onNone });
  await waitFor(() => expect(onNone).toHaveBeenCalledTimes(1));
});

const whereAmI = () => screen.findByRole('button', { name: 'Where am I?' });

it('asks nobody where they are before they press the button', async () => {
  const device = geolocationDevice();
  show();
  expect(await whereAmI()).toBeVisible();
  expect(device.watchPosition).not.toHaveBeenCalled();
});

it('shows where one is, goes there, and follows who drives on', async () => {
  const device = geolocationDevice();
  const { user } = show();
  await user.click(await whereAmI());
  expect(screen.getByText('Finding your location…')).toBeVisible();
  act(() => device.isAt(36.13, -86.88));
  expect(screen.getByRole('img', { name: 'You are here' })).toBeVisible();
  expect(stage.calls.at(-1)).toEqual(['easeTo', { center: [-86.88, 36.13] }]);
  const calls = stage.calls.length;
  act(() => device.isAt(36.129, -86.879));
  // The dot moves; a map that moved along would take the picture from under a finger.
  expect(stage.calls).toHaveLength(calls);
});

it('says so where a browser cannot tell the place', async () => {
  geolocationDevice({ able: false });
  const { user } = show();
  await user.click(await whereAmI());
  expect(await screen.findByText('Your browser cannot tell where you are.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Your browser cannot tell where you are.')).toBeNull();
  await user.click(await whereAmI());
  expect(await screen.findByText('Your browser cannot tell where you are.')).toBeVisible();
});

it('tells who refused how to allow it, and asks again at the next press', async () => {
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

it('stops watching the place when no map shows it, and spares the battery', async () => {
  const device = geolocationDevice();
  const { user, router } = show();
  await user.click(await whereAmI());
  act(() => device.isAt(36.13, -86.88));
  await act(() => router.navigate('/elsewhere'));
  expect(device.isWatched()).toBe(false);
});
