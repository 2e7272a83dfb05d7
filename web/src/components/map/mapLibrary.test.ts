/** Both libraries are mocked, because tests have no WebGL. */
import { beforeEach, expect, it, vi } from 'vitest';

import { createMap, type MapSettings } from './mapLibrary';

type Listener = (event: object) => void;

const fake = vi.hoisted(() => ({
  made: [] as { library: string; options: Record<string, unknown>; removed: boolean }[],
  mapbox: 'load' as 'load' | 'error' | 'throw',
  /** What maps with the streets of a file or a service report, in this order. */
  reports: [] as [string, object][],
  protocols: [] as string[],
  styles: [] as unknown[],
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
    listeners: [string, Listener][] = [];
    on(event: string, listener: Listener) {
      this.listeners.push([event, listener]);
    }
    once(event: string, listener: Listener) {
      if (library === 'mapbox' && event === fake.mapbox) listener({ error: new Error('401') });
      this.on(event, listener);
      // The last one that is waited for.
      if (library !== 'maplibre' || event !== 'load' || this.listeners.length === 1) return;
      for (const [name, report] of fake.reports)
        for (const [heard, call] of this.listeners) if (heard === name) call(report);
    }
    remove() {
      this.made.removed = true;
    }
    addControl() {}
    setMissingStyleImageResolver() {}
    setStyle(style: unknown) {
      fake.styles.push(style);
    }
  }
  class Control {}
  return {
    Map: FakeMap,
    ScaleControl: Control,
    AttributionControl: Control,
    setWorkerUrl: () => undefined,
    addProtocol: (name: string) => void fake.protocols.push(name),
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
  source: null,
  ...change,
});

beforeEach(() => {
  Object.assign(fake, { made: [], mapbox: 'load', reports: [], styles: [] });
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
  const { streets } = await createMap(
    settings({ source: { kind: 'mapbox', token: 'pk.test' }, scheme: 'dark' }),
  );
  expect(streets).toBe(true);
  expect(fake.made).toMatchObject([
    { library: 'mapbox', options: { accessToken: 'pk.test', style: 'mapbox://styles/mapbox/dark-v11' } },
  ]);
});

it('falls back to the embedded basemap when Mapbox refuses the token or cannot be reached', async () => {
  fake.mapbox = 'error';
  const { streets, streetsFailed } = await createMap(
    settings({ source: { kind: 'mapbox', token: 'pk.old' } }),
  );
  expect([streets, streetsFailed]).toEqual([false, true]);
  expect(fake.made.map(({ library, removed }) => [library, removed])).toEqual([
    ['mapbox', true],
    ['maplibre', false],
  ]);
});

it('falls back to the embedded basemap when Mapbox does not start', async () => {
  fake.mapbox = 'throw';
  expect((await createMap(settings({ source: { kind: 'mapbox', token: 'pk.old' } }))).streets).toBe(false);
});

const basemap = { kind: 'basemap', url: '/basemap.pmtiles?v=1' } as const;
const service = { kind: 'style', url: 'https://tiles.example.com/style.json' } as const;
const tile = { tile: {} };
const gone = (details: object = {}) => ({ error: new Error('503'), ...details });

it('draws the streets of the installation’s own file, and repaints them with the color scheme', async () => {
  fake.reports = [
    ['style.load', {}],
    ['sourcedata', tile],
    ['load', {}],
  ];
  const { streets, streetsFailed, repaint } = await createMap(settings({ source: basemap }));
  expect([streets, streetsFailed]).toEqual([true, undefined]);
  expect(fake.protocols).toEqual(['pmtiles']);
  const url = `pmtiles://${window.location.origin}/basemap.pmtiles?v=1`;
  const style = { sources: { streets: { type: 'vector', url } } };
  expect(fake.made).toMatchObject([{ library: 'maplibre', options: { style } }]);
  repaint('dark');
  expect(fake.styles).toMatchObject([style]);
});

it('draws the streets of a tile service with the style of that service', async () => {
  fake.reports = [
    ['style.load', {}],
    ['sourcedata', tile],
    ['load', {}],
  ];
  const { streets, repaint } = await createMap(settings({ source: service }));
  expect(streets).toBe(true);
  expect(fake.made).toMatchObject([{ library: 'maplibre', options: { style: service.url } }]);
  repaint('dark');
  expect(fake.styles).toEqual([]);
});

it('keeps streets of which a tile or an icon is missing', async () => {
  fake.reports = [
    ['style.load', {}],
    ['error', gone()],
    ['sourcedata', tile],
    ['error', gone({ sourceId: 'streets', ...tile })],
    ['load', {}],
  ];
  expect((await createMap(settings({ source: service }))).streets).toBe(true);
});

it.each([
  ['the style', [['error', gone()]]],
  [
    'the file',
    [
      ['style.load', {}],
      ['error', gone({ sourceId: 'streets' })],
    ],
  ],
  [
    'every tile',
    [
      ['style.load', {}],
      ['error', gone({ sourceId: 'streets', ...tile })],
      ['load', {}],
    ],
  ],
] satisfies [string, [string, object][]][])(
  'draws the embedded basemap and says so when %s is missing',
  async (_, reports) => {
    fake.reports = reports;
    const { streets, streetsFailed } = await createMap(settings({ source: basemap }));
    expect([streets, streetsFailed]).toEqual([false, true]);
    expect(fake.made.map(({ removed }) => removed)).toEqual([true, false]);
  },
);

it('draws the embedded basemap where the file has no streets, which is no failure', async () => {
  fake.reports = [
    ['style.load', {}],
    ['load', {}],
  ];
  const { streets, streetsFailed } = await createMap(settings({ source: basemap }));
  expect([streets, streetsFailed]).toEqual([false, false]);
});

it('opens on the bounds of its jobs, so that streets are loaded there alone', async () => {
  const bounds: MapSettings['bounds'] = [
    [-87, 36],
    [-86.6, 36.3],
  ];
  await createMap(settings({ bounds }));
  expect(fake.made).toMatchObject([{ options: { bounds } }]);
  expect(fake.made[0]?.options.center).toBeUndefined();
});

it('draws the embedded basemap when the streets do not come in time', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const map = createMap(settings({ source: basemap }));
  await vi.waitFor(() => expect(fake.made).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await map).streetsFailed).toBe(true);
  vi.useRealTimers();
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
