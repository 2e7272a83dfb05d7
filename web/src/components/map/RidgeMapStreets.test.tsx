/** Where the maps' streets come from, and what is in view at first. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mockServer, renderIn } from '@/testing/render';

import type { MapSettings } from './mapLibrary';
import { RidgeMap } from './RidgeMap';

const fake = vi.hoisted(() => ({
  settings: [] as MapSettings[],
  streetsFailed: false,
  views: [] as object[],
}));

function fakeMap() {
  const map = {
    on: () => map,
    off: () => map,
    remove: () => undefined,
    getZoom: () => 12.5,
    getCenter: () => ({ lat: 36.126, lng: -86.877 }),
    getBounds: () => ({ contains: () => false }),
    getContainer: () => ({ clientWidth: 700, clientHeight: 300 }),
    project: ([longitude, latitude]: [number, number]) => ({
      x: 350 + (longitude + 86.877) * 4_000,
      y: 150 - (latitude - 36.126) * 4_000,
    }),
    jumpTo: () => undefined,
    fitBounds: (bounds: unknown, options: object) => void fake.views.push({ bounds, ...options }),
  };
  return map;
}

vi.mock('./mapLibrary', () => ({
  supportsWebGL: () => true,
  createMap: (settings: MapSettings) => {
    fake.settings.push(settings);
    const { streetsFailed } = fake;
    const streets = settings.source !== null && !streetsFailed;
    return Promise.resolve({ map: fakeMap(), streets, streetsFailed, repaint: () => undefined });
  },
}));

const job = {
  id: '1',
  latitude: 36.126,
  longitude: -86.877,
  color: { fill: '#3F6CDA', text: '#FFFFFF' },
  label: 'Job 1',
};

const show = (change: Partial<Parameters<typeof RidgeMap>[0]> = {}) =>
  renderIn(() => (
    <RidgeMap
      center={{ latitude: 36.126, longitude: -86.877 }}
      zoom={12.5}
      markers={[job]}
      label="Job map"
      surroundings
      {...change}
    />
  ));

beforeEach(() => {
  Object.assign(fake, { settings: [], streetsFailed: false, views: [] });
  mockServer({ 'GET /api/config': { mapboxToken: null } });
});

it('uses the installation’s token for streets, and shows no city labels over them', async () => {
  mockServer({ 'GET /api/config': { mapboxToken: 'pk.test' } });
  show();
  await screen.findByRole('img', { name: 'Job 1' });
  expect(fake.settings.map(({ source }) => source)).toEqual([{ kind: 'mapbox', token: 'pk.test' }]);
  expect(screen.queryByRole('list')).toBeNull();
});

it('draws the embedded map when the configuration cannot be fetched', async () => {
  mockServer({});
  show();
  await screen.findByRole('img', { name: 'Job 1' });
  expect(fake.settings.map(({ source }) => source)).toEqual([null]);
});

it.each([
  [
    { mapboxToken: null, basemap: '/basemap.pmtiles?v=1' },
    { kind: 'basemap', url: '/basemap.pmtiles?v=1' },
  ],
  [
    { mapboxToken: null, mapStyle: 'https://tiles.example.com/s.json' },
    { kind: 'style', url: 'https://tiles.example.com/s.json' },
  ],
])('draws the streets that the installation names: %o', async (config, source) => {
  mockServer({ 'GET /api/config': config });
  show();
  await screen.findByRole('img', { name: 'Job 1' });
  expect(fake.settings.map((settings) => settings.source)).toEqual([source]);
});

it('says so when the streets could not be loaded, and shows the cities around instead', async () => {
  mockServer({ 'GET /api/config': { mapboxToken: null, basemap: '/basemap.pmtiles?v=1' } });
  fake.streetsFailed = true;
  show();
  expect(await screen.findByText('The streets could not be loaded.')).toBeVisible();
  expect(await screen.findByRole('list', { name: 'Nearby places' })).toHaveTextContent('Nashville 5.9 mi');
});

it('opens on its bounds, and returns to them', async () => {
  const bounds: MapSettings['bounds'] = [
    [-87, 36],
    [-86.6, 36.3],
  ];
  const { user } = show({ bounds });
  await user.click(await screen.findByRole('button', { name: 'Back to the starting view' }));
  expect(fake.views).toMatchObject([
    { bounds, animate: false },
    { bounds, animate: true },
  ]);
});
