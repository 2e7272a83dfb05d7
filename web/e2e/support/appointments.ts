/** Appointments in the grid of hours, in weeks without others. */
import type { Page } from '@playwright/test';

import type { Appointment, Customer } from '../../../bindings';
import { boxOf, type Point } from './drag';

/** The demo's office, with customers for appointments. */
export const marisol = 'marisol@summit-roofing.example';

type Office = { appointments(): Promise<Appointment[]> };

const years = Array.from({ length: 60 }, (_, at) => 2030 + at);

/** `YYYY-MM-DD`, this many days after a Wednesday of that June. */
function juneDay(year: number, days: number): string {
  const tenth = new Date(Date.UTC(year, 5, 10));
  const date = new Date(Date.UTC(year, 5, 10 + ((10 - tenth.getUTCDay()) % 7) + days));
  return date.toISOString().slice(0, 10);
}

const oneOf = (all: readonly number[]): number => all[Math.floor(Math.random() * all.length)] ?? 2030;

/** A day without demo data. */
export const emptyDay = (): string => juneDay(oneOf(years), 0);

/**
 * A Wednesday and Thursday in a June of a later year without appointments, so that tests can be repeated on one server.
 * There is no clock change then, and 9:30 in Nashville is 14:30 UTC.
 */
export async function emptyDays(office: Office) {
  const met = new Set((await office.appointments()).map(({ start }) => start.slice(0, 7)));
  const free = years.filter((each) => !met.has(`${each}-06`));
  if (free.length === 0) throw new Error('somebody meets in every June: begin with another server');
  const year = oneOf(free);
  const [day, next] = [juneDay(year, 0), juneDay(year, 1)];
  const week = `/app/calendar?show=appointments&date=${day}`;
  return { day, next, week, alone: `${week}&grid=day` };
}

export const nameOf = ({ firstName, lastName }: Customer) => `${firstName} ${lastName}`;

/** The only appointment of the week. */
export const onlyAppointment = async (office: Office, day: string) =>
  (await office.appointments()).find(({ start }) => start.startsWith(day.slice(0, 7)));

/** The middle of a half-hour slot of the grid. */
export async function slot(page: Page, on: string, time: string): Promise<Point> {
  const lane = await boxOf(page.locator(`[data-date="${on}"]`).last());
  const row = await boxOf(page.locator(`[data-time="${time}:00"]`).last());
  return { x: lane.x + lane.width / 2, y: row.y + row.height / 2 };
}

export const appointmentBox = (page: Page, name: string) =>
  page.locator('[data-appointment]').filter({ hasText: name }).first();

/** The distance of the drag point from the upper edge of a box, in px. */
export const grabOffset = 10;

/** The drag point of a box, once it is stable and not covered. */
export async function grabPoint(page: Page, name: string): Promise<Point> {
  await appointmentBox(page, name).hover({ trial: true });
  const box = await boxOf(appointmentBox(page, name));
  return { x: box.x + box.width / 2, y: box.y + grabOffset };
}

/** The drop point for an hour, with the same distance below its line. */
export async function dropPoint(page: Page, on: string, time: string): Promise<Point> {
  const { x } = await slot(page, on, time);
  const line = await boxOf(page.locator(`[data-time="${time}:00"]`).last());
  return { x, y: line.y + grabOffset };
}
