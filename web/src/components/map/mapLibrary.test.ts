/** Both libraries are mocked, because tests have no WebGL. */
import { beforeEach, expect, it, vi } from 'vitest';

import { createMap, type MapSettings } from './mapLibrary';

type Listener = (event: { error: Error }) => void;

const fake = vi.hoisted(() => ({
  made: [] as { library: string; options: Record<string, unknown>; removed: boolean }[],
  mapbox: 'load' as 'load' | 'error' | 'throw',
}));

function fakeLibrary(library: 'maplibre' | 'mapbox') {
  class FakeMap {
    touchZoomRotate = { disableRotation: () => undefined };
    keyboard = { disableRotation: () => undefined };
    made: (typeof fake.made)[number];
    constructor(options: Record<string, unknown>) {
      if (library === 'mapbox' && fake.mapbox === 'throw') throw new Error('no token');
      this.made = { library, options, removed: false };
      fake.made.push(this.made);
    }
    once(event: string, listener: Listener) {
      if (library === 'mapbox' && event === fake.mapbox) listener({ error: new Error('401') });
    }
    remove() {
      this.made.removed = true;
    }
    addControl() {}
    setMissingStyleImageResolver() {}
    setStyle() {}
  }
  class Control {}
  return {
    Map: FakeMap,
    ScaleControl: Control,
    AttributionControl: Control,
    setWorkerUrl: () => undefined,
  };
}

vi.mock('maplibre-gl', () => fakeLibrary('maplibre'));
vi.mock('mapbox-gl/esm', () => fakeLibrary('mapbox'));
vi.mock('maplibre-gl/dist/maplibre-gl.css', () => ({}));
vi.mock('mapbox-gl/dist/mapbox-gl.css', () => ({}));
vi.mock('./labelImages', () => ({ loadLabelFont: () => Promise.resolve(), labelImage: () => null }));
vi.mock('./basemap', () => ({
  loadBasemap: () => Promise.resolve({}),
  basemapStyle: () => ({ version: 8, sources: {}, layers: [] }),
}));

const settings = (change: Partial<MapSettings> = {}): MapSettings => ({
  holder: document.createElement('div'),
  center: { latitude: 36.1, longitude: -86.8 },
  zoom: 12.5,
  label: 'Map of Nashville',
  interactive: true,
  inPage: true,
  scheme: 'light',
  token: null,
  ...change,
});

beforeEach(() => {
  fake.made = [];
  fake.mapbox = 'load';
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

it('draws the embedded basemap at the given center and zoom, and requests no streets', async () => {
  const { streets } = await createMap(settings());
  expect(streets).toBe(false);
  expect(fake.made).toMatchObject([
    { library: 'maplibre', options: { center: [-86.8, 36.1], zoom: 12.5, cooperativeGestures: true } },
  ]);
});

it('draws streets where the installation has a token, dark ones in the dark scheme', async () => {
  const { streets } = await createMap(settings({ token: 'pk.test', scheme: 'dark' }));
  expect(streets).toBe(true);
  expect(fake.made).toMatchObject([
    { library: 'mapbox', options: { accessToken: 'pk.test', style: 'mapbox://styles/mapbox/dark-v11' } },
  ]);
});

it('falls back to the embedded basemap when Mapbox refuses the token or cannot be reached', async () => {
  fake.mapbox = 'error';
  const { streets } = await createMap(settings({ token: 'pk.old' }));
  expect(streets).toBe(false);
  expect(fake.made.map(({ library, removed }) => [library, removed])).toEqual([
    ['mapbox', true],
    ['maplibre', false],
  ]);
});

it('falls back to the embedded basemap when Mapbox does not start', async () => {
  fake.mapbox = 'throw';
  expect((await createMap(settings({ token: 'pk.old' }))).streets).toBe(false);
});

it('zooms a full-screen map by the wheel, and moves nothing on a still map', async () => {
  await createMap(settings({ inPage: false }));
  await createMap(settings({ interactive: false }));
  expect(fake.made).toMatchObject([
    { options: { cooperativeGestures: false, interactive: true } },
    { options: { cooperativeGestures: false, interactive: false } },
  ]);
});

it('fades nothing in for users who prefer reduced motion', async () => {
  await createMap(settings());
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-motion') }));
  await createMap(settings());
  expect(fake.made).toMatchObject([{ options: { fadeDuration: 150 } }, { options: { fadeDuration: 0 } }]);
});
