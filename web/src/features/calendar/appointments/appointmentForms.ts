/** The values of appointment forms, and their conversion for the domain. */
import type {
  Appointment,
  AppointmentDetails,
  AppointmentTimes,
  CreateAppointment,
  Customer,
  FieldError,
} from '@bindings';
import {
  dayOfWall,
  instantOf,
  minutesFrom,
  timeOfWall,
  wallNow,
  wallOf,
  wallPlus,
} from '@/ui/dates/wallTime';
import { limits } from '@/wasm/rules';

import type { Slot } from '../hourGrid/newSlot';

/** When it is, on the company's clock. */
export interface DateTimeValues {
  /** `YYYY-MM-DD`; blank until a date is chosen. */
  date: string;
  /** `HH:MM`. */
  time: string;
  lengthMinutes: number | null;
}

export type NewAppointmentValues = AppointmentDetails & DateTimeValues;

const place = ['address', 'city', 'state', 'zip'] as const;

/** The start in the format of the domain. Invalid input is passed on for the domain to refuse. */
export function startTime({ date, time }: DateTimeValues, zone: string): string {
  if (date === '' || time === '') return '';
  const wall = `${date}T${time}`;
  return instantOf(wall, zone) ?? wall;
}

/** The form has two fields for what is the start in the domain: assigns its errors to the field that caused them. */
export const splitStartErrors = (refusals: readonly FieldError[], { date }: DateTimeValues): FieldError[] =>
  refusals.map((refusal) =>
    refusal.field === 'start' ? { ...refusal, field: date === '' ? 'date' : 'time' } : refusal,
  );

export const timesForm = (values: DateTimeValues, zone: string): AppointmentTimes => ({
  start: startTime(values, zone),
  end: '',
  lengthMinutes: values.lengthMinutes,
});

export const createForm = (values: NewAppointmentValues, zone: string): CreateAppointment => {
  const { date, time, lengthMinutes, ...details } = values;
  return { ...details, ...timesForm({ date, time, lengthMinutes }, zone) };
};

/** The next full hour: the default start. */
const soon = (zone: string): string => `${wallPlus(wallNow(zone), 60).slice(0, 14)}00`;

/** A new appointment at the chosen time, or on the visible day if that is in the future. */
export function newAppointmentValues(slot: Slot | null, day: string, zone: string): NewAppointmentValues {
  const next = soon(zone);
  const start = slot?.start ?? (day > dayOfWall(next) ? `${day}T09:00` : next);
  return {
    customerId: '',
    assignedToId: '',
    address: '',
    city: '',
    state: '',
    zip: '',
    note: '',
    date: dayOfWall(start),
    time: timeOfWall(start),
    lengthMinutes: slot?.minutes ?? limits().appointmentMinutes,
  };
}

export const detailsForm = (appointment: Appointment): AppointmentDetails => ({
  customerId: appointment.customerId ?? '',
  assignedToId: appointment.assignedToId,
  address: appointment.address ?? '',
  city: appointment.city ?? '',
  state: appointment.state ?? '',
  zip: appointment.zip ?? '',
  note: appointment.note ?? '',
});

export function dateTimeValues({ start, end }: Appointment, zone: string): DateTimeValues {
  const wall = wallOf(start, zone);
  return { date: dayOfWall(wall), time: timeOfWall(wall), lengthMinutes: minutesFrom(start, end) };
}

type Place = Pick<AppointmentDetails, (typeof place)[number]>;

const placeOf = (customer: Customer | undefined): Place => ({
  address: customer?.address ?? '',
  city: customer?.city ?? '',
  state: customer?.state ?? '',
  zip: customer?.zip ?? '',
});

/** The address of the selected customer, unless the user has typed another. */
export function addressFromCustomer(
  typed: AppointmentDetails,
  before: Customer | undefined,
  chosen: Customer | undefined,
): Place | null {
  const untouched = (from: Place) => place.every((part) => typed[part].trim() === from[part]);
  if (!untouched(placeOf(undefined)) && !untouched(placeOf(before))) return null;
  return placeOf(chosen);
}
