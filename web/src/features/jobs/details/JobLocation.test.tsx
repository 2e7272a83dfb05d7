import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aJob } from '@/testing/aJob';
import { geolocationDevice } from '@/testing/geolocationDevice';
import { mockServer, renderIn, signedIn } from '@/testing/render';
import { completedColor } from '@/wasm/rules';

import { JobLocation } from './JobLocation';

const drawn = vi.hoisted(() => ({ able: true, options: [] as unknown[] }));

vi.mock('@/components/map/mapLibrary', () => {
  const map = {
    on: () => map,
    off: () => map,
    remove: () => undefined,
    getZoom: () => 12.5,
    getCenter: () => ({ lat: 39.6, lng: -105 }),
    getBounds: () => ({ contains: () => true }),
    getContainer: () => ({ clientWidth: 700, clientHeight: 300 }),
    project: () => ({ x: 350, y: 150 }),
    jumpTo: () => undefined,
    easeTo: () => undefined,
  };
  return {
    supportsWebGL: () => drawn.able,
    createMap: (options: unknown) => {
      drawn.options.push(options);
      return Promise.resolve({ map, streets: false, repaint: () => undefined });
    },
  };
});

const placed = { latitude: 39.6, longitude: -105 };
const show = (change: Parameters<typeof aJob>[1]) =>
  renderIn(() => <JobLocation job={aJob(7, change)} />, { profile: signedIn() });

const pinColor = async () =>
  within(await screen.findByRole('img', { name: 'Job 7' }))
    .getByText((_, element) => element?.tagName === 'path' && element.getAttribute('stroke') === '#fff')
    .getAttribute('fill');

beforeEach(() => {
  drawn.able = true;
  drawn.options = [];
  mockServer({ 'GET /api/config': { mapboxToken: null } });
});

it('shows the job on the map, at the zoom of the specification, in its color', async () => {
  show(placed);
  expect(await pinColor()).toBe('#3F6CDA');
  expect(drawn.options).toMatchObject([{ center: placed, zoom: 12.5, interactive: true, inPage: true }]);
  expect(screen.getByRole('region', { name: 'Map of 4417 S Quebec Ct, Littleton, CO 80123' })).toBeVisible();
});

it('shows a complete job in gray', async () => {
  show({ ...placed, status: 'complete' });
  expect(await pinColor()).toBe(completedColor().light);
});

it('opens the street address in the maps app', () => {
  show(placed);
  const link = screen.getByRole('link', { name: 'Open in maps' });
  expect(link.getAttribute('href')).toContain(encodeURIComponent('4417 S Quebec Ct, Littleton, CO 80123'));
});

it('shows that an address was not found, and still links to the maps app', () => {
  show({});
  expect(screen.getByText('No map for this job yet')).toBeVisible();
  expect(screen.getByText(/was not found on the map/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open in maps' })).toBeVisible();
  expect(drawn.options).toEqual([]);
});

it('keeps the link to the address on a device that cannot show maps', async () => {
  drawn.able = false;
  show(placed);
  expect(await screen.findByText('This device cannot show the map.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open in maps' })).toBeVisible();
});

it('shows a crew on its way the distance to the job, once it requests its position', async () => {
  const device = geolocationDevice();
  const { user } = show(placed);
  expect(screen.queryByText(/from you/)).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Where am I?' }));
  act(() => device.isAt(39.675, -105));
  expect(screen.getByText('5.2 mi from you')).toBeVisible();
});

it('says how much of the place is known, and shows the whole circle instead of a pin', async () => {
  const placeArea = { kind: 'zip', radiusMeters: 3_500 } as const;
  show({ ...placed, placeArea });
  expect(screen.getByText('About here: ZIP 80123')).toBeVisible();
  const mark = await screen.findByRole('img', { name: 'Job 7' });
  expect(mark.querySelector('path')).toBeNull();
  expect(mark.querySelector('circle')).not.toBeNull();
  const [{ zoom }] = drawn.options as [{ zoom: number }];
  expect(zoom).toBeGreaterThan(9);
  expect(zoom).toBeLessThan(12.5);
});

it.each([
  ['street', 'About here: S Quebec Ct'],
  ['city', 'About here: Littleton'],
  ['region', 'About here: the region of ZIP 80123'],
] as const)('names the %s of which the circle is the area', (kind, text) => {
  show({ ...placed, placeArea: { kind, radiusMeters: 900 } });
  expect(screen.getByText(text)).toBeVisible();
});

it('shows a house that was found as a pin without a circle', async () => {
  show(placed);
  expect(await pinColor()).toBe('#3F6CDA');
  expect(screen.queryByText(/About here/)).toBeNull();
});
