import { expect, test } from 'vitest';

import type { City } from './cities';
import rows from './data/cities.json';
import { leaves, miles, milesText, nearbyPlaces, north } from './nearby';

const city = (name: string, latitude: number, longitude: number, people: number): City => ({
  name,
  latitude,
  longitude,
  people,
});
const roof = { latitude: 36.126, longitude: -86.877 };
const nashville = city('Nashville', 36.166, -86.784, 689);
const brentwood = city('Brentwood', 36.033, -86.783, 42);
const memphis = city('Memphis', 35.149, -90.049, 633);

test('a well-known city is shown before a nearer small one', () => {
  const places = nearbyPlaces([memphis, brentwood, nashville], roof, () => true);
  expect(places.map((one) => one.city.name)).toEqual(['Nashville', 'Brentwood']);
});

test('cities in view and cities far away are not shown', () => {
  const places = nearbyPlaces([memphis, brentwood, nashville], roof, (one) => one !== nashville);
  expect(places.map((one) => one.city.name)).toEqual(['Brentwood']);
});

test('in the plains the only city within a few hours is shown, however small', () => {
  const ranch = { latitude: 47, longitude: -107 };
  const places = nearbyPlaces([city('Billings', 45.783, -108.501, 9)], ranch, () => true);
  expect(places.map((one) => one.city.name)).toEqual(['Billings']);
});

test('distances are correct, in miles', () => {
  expect(miles(nashville, memphis)).toBeGreaterThan(195);
  expect(miles(nashville, memphis)).toBeLessThan(198);
  expect(milesText(5.23)).toBe('5.2 mi');
  expect(milesText(23.4)).toBe('23 mi');
});

test('a label is on the edge in the direction of its city', () => {
  const box = { left: 0, top: 0, right: 200, bottom: 100 };
  const middle = { x: 100, y: 50 };
  expect(leaves(box, middle, { x: 1_100, y: 50 })).toEqual({ x: 200, y: 50 });
  expect(leaves(box, middle, { x: 100, y: -950 })).toEqual({ x: 100, y: 0 });
  expect(leaves(box, { x: 20, y: 50 }, { x: -980, y: 50 })).toEqual({ x: 0, y: 50 });
  expect(leaves(box, middle, middle)).toEqual(middle);
});

test('a ring of one mile has a radius of one mile', () => {
  expect(miles(roof, { ...roof, latitude: north(roof, 1) })).toBeCloseTo(1, 3);
});

test('every state has cities, sorted by size, and all are within the country', () => {
  const cities = rows as [string, number, number, number][];
  expect(cities.length).toBeGreaterThan(1_000);
  expect(cities[0]?.[0]).toBe('New York City');
  expect(cities.every(([, , , people], at) => people <= (cities[at - 1]?.[3] ?? people))).toBe(true);
  expect(cities.every(([, latitude]) => latitude > -15 && latitude < 72)).toBe(true);
});
