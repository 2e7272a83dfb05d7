/** Both libraries are stand-ins: a test has no graphics. */
import { beforeEach, expect, it, vi } from 'vitest';

import { createMap, type MapSettings } from './mapLibrary';

type Listener = (event: { error: Error }) => void;

const stage = vi.hoisted(() => ({
  made: [] as { library: string; options: Record<string, unknown>; removed: boolean }[],
  mapbox: 'load' as 'load' | 'error' | 'throw',
}));

function fakeLibrary(library: 'maplibre' | 'mapbox') {
  class FakeMap {
    touchZoomRotate = { disableRotation: () => undefined };
    keyboard = { disableRotation: () => undefined };
    made: (typeof stage.made)[number];
    constructor(options: Record<string, unknown>) {
      if (library === 'mapbox' && stage.mapbox === 'throw') throw new Error('no token');
      this.made = { library, options, removed: false };
      stage.made.push(this.made);
    }
    once(event: string, listener: Listener) {
      if (library === 'mapbox' && event === stage.mapbox) listener({ error: new Error('401') });
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

const wish = (change: Partial<MapSettings> = {}): MapSettings => ({
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
  stage.made = [];
  stage.mapbox = 'load';
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

it('draws the embedded basemap, at the place and zoom asked for, and asks nobody for streets', async () => {
  const { streets } = await createMap(wish());
  expect(streets).toBe(false);
  expect(stage.made).toMatchObject([
    { library: 'maplibre', options: { center: [-86.8, 36.1], zoom: 12.5, cooperativeGestures: true } },
  ]);
});

it('draws streets where the installation has a token, dark ones at night', async () => {
  const { streets } = await createMap(wish({ token: 'pk.test', scheme: 'dark' }));
  expect(streets).toBe(true);
  expect(stage.made).toMatchObject([
    { library: 'mapbox', options: { accessToken: 'pk.test', style: 'mapbox://styles/mapbox/dark-v11' } },
  ]);
});

it('is a map all the same when Mapbox refuses the token or is not reached', async () => {
  stage.mapbox = 'error';
  const { streets } = await createMap(wish({ token: 'pk.old' }));
  expect(streets).toBe(false);
  expect(stage.made.map(({ library, removed }) => [library, removed])).toEqual([
    ['mapbox', true],
    ['maplibre', false],
  ]);
});

it('is a map all the same when Mapbox does not even start', async () => {
  stage.mapbox = 'throw';
  expect((await createMap(wish({ token: 'pk.old' }))).streets).toBe(false);
});

it('leaves the wheel to a map that is the whole screen, and moves nothing on a still one', async () => {
  await createMap(wish({ inPage: false }));
  await createMap(wish({ interactive: false }));
  expect(stage.made).toMatchObject([
    { options: { cooperativeGestures: false, interactive: true } },
    { options: { cooperativeGestures: false, interactive: false } },
  ]);
});

it('fades nothing in to somebody who asked for stillness', async () => {
  await createMap(wish());
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-motion') }));
  await createMap(wish());
  expect(stage.made).toMatchObject([{ options: { fadeDuration: 150 } }, { options: { fadeDuration: 0 } }]);
});
