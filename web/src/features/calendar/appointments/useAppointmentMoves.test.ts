import type { Appointment } from '@bindings';
import type { EventApi } from '@fullcalendar/react';
import { expect, test } from 'vitest';
import { anAppointment } from '@/testing/anAppointment';
import { readSlot, slotOf } from '../hourGrid/newSlot';
import { newAppointmentValues } from './appointmentForms';
import { daysOn, droppedTimes } from './useAppointmentMoves';
import { timed } from './useCalendarAppointments';

const chicago = 'America/Chicago';

/** An event of the grid, whose clock shows these wall times. */
const shown = (start: string, end: string) =>
  ({ start: new Date(`${start}Z`), end: new Date(`${end}Z`) }) as EventApi;

const drag = (appointment: Appointment, to: string, end: string) => {
  const { start, drawnEnd } = timed(appointment, chicago);
  return droppedTimes(appointment, shown(to, end), shown(start, drawnEnd), chicago);
};

test('a dragged meeting keeps its length, and gets the time of the company', () => {
  const meeting = anAppointment(1, { start: '2026-06-16T14:30:00Z', end: '2026-06-16T15:15:00Z' });
  expect(drag(meeting, '2026-06-17T11:00', '2026-06-17T11:45')).toEqual({
    start: '2026-06-17T16:00:00Z',
    end: '2026-06-17T16:45:00Z',
  });
});

test('a meeting that is resized keeps its start', () => {
  const meeting = anAppointment(1, { start: '2026-06-16T14:30:20Z', end: '2026-06-16T15:00:20Z' });
  expect(drag(meeting, '2026-06-16T09:30', '2026-06-16T10:30')).toEqual({
    start: '2026-06-16T14:30:20Z',
    end: '2026-06-16T15:30:20Z',
  });
});

test('a meeting dragged into a night in which the clocks change keeps its length', () => {
  const meeting = anAppointment(1, { start: '2026-03-06T15:00:00Z', end: '2026-03-06T16:00:00Z' });
  expect(drag(meeting, '2026-03-08T01:30', '2026-03-08T02:30')).toEqual({
    start: '2026-03-08T07:30:00Z',
    end: '2026-03-08T08:30:00Z',
  });
  expect(drag(meeting, '2026-03-08T02:30', '2026-03-08T03:30')).toEqual({
    start: '2026-03-08T08:30:00Z',
    end: '2026-03-08T09:30:00Z',
  });
});

test('a meeting moved to another day keeps its time and length, also across a change of the clocks', () => {
  const meeting = anAppointment(1, { start: '2026-03-06T15:00:00Z', end: '2026-03-06T15:45:00Z' });
  expect(daysOn(meeting, 3, chicago)).toEqual({ start: '2026-03-09T14:00:00Z', end: '2026-03-09T14:45:00Z' });
  const late = anAppointment(2, { start: '2026-03-07T08:30:00Z', end: '2026-03-07T09:30:00Z' });
  expect(daysOn(late, 1, chicago)).toEqual({ start: '2026-03-08T08:30:00Z', end: '2026-03-08T09:30:00Z' });
});

test('a meeting during a change of the clocks is as high as its length, not a line or twice its height', () => {
  const spring = anAppointment(1, { start: '2026-03-08T07:30:00Z', end: '2026-03-08T08:30:00Z' });
  expect(timed(spring, chicago)).toMatchObject({
    start: '2026-03-08T01:30',
    end: '2026-03-08T03:30',
    drawnEnd: '2026-03-08T02:30',
    minutes: 60,
  });
  const autumn = anAppointment(2, { start: '2026-11-01T06:30:00Z', end: '2026-11-01T07:30:00Z' });
  expect(timed(autumn, chicago)).toMatchObject({
    start: '2026-11-01T01:30',
    end: '2026-11-01T01:30',
    drawnEnd: '2026-11-01T02:30',
  });
});

test('resizing a meeting in a repeated hour does not move it an hour ahead', () => {
  const second = anAppointment(1, { start: '2026-11-01T07:30:00Z', end: '2026-11-01T08:00:00Z' });
  expect(drag(second, '2026-11-01T01:30', '2026-11-01T02:15')).toEqual({
    start: '2026-11-01T07:30:00Z',
    end: '2026-11-01T08:15:00Z',
  });
});

test('a click in the lower half of a slot selects the whole slot, and a drag selects what it covers', () => {
  const chosen = (start: string, end: string) => ({
    start: new Date(`${start}Z`),
    end: new Date(`${end}Z`),
    allDay: false,
  });
  expect(slotOf(chosen('2026-06-16T09:15', '2026-06-16T09:30'))).toEqual({
    start: '2026-06-16T09:00',
    minutes: 30,
  });
  expect(slotOf(chosen('2026-06-16T09:15', '2026-06-16T10:30'))).toEqual({
    start: '2026-06-16T09:15',
    minutes: 75,
  });
  const day = chosen('2026-06-16T00:00', '2026-06-17T00:00');
  expect(slotOf({ ...day, allDay: true })).toEqual({ start: '2026-06-16T09:00', minutes: 30 });
});

test('a form opened without a slot offers the visible day, and never a time in the past', () => {
  expect(readSlot(null)).toBeNull();
  expect(readSlot({ start: '2026-06-16T09:00', minutes: 30 })).toEqual({
    start: '2026-06-16T09:00',
    minutes: 30,
  });
  expect(newAppointmentValues(null, '2999-06-16', chicago)).toMatchObject({
    date: '2999-06-16',
    time: '09:00',
  });
  const { date, time } = newAppointmentValues(null, '2020-01-01', chicago);
  expect(`${date}T${time}` > '2026').toBe(true);
});
