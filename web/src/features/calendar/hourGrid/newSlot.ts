/** The time chosen in the grid for a new appointment, stored in the navigation state while the form is open. */
import { limits } from '@/wasm/rules';

import { wallTimeIn } from '../appointments/useAppointmentMoves';

export interface Slot {
  /** `YYYY-MM-DDTHH:MM` on the company's clock. */
  start: string;
  minutes: number;
}

/** A click selects the shortest slot, in minutes, and means its half hour. */
const click = 15;

/** The start for a day of the month view: the morning, not midnight. */
const morning = '09:00';

interface Chosen {
  start: Date;
  end: Date;
  allDay: boolean;
}

export function slotOf({ start, end, allDay }: Chosen): Slot {
  const usual = limits().appointmentMinutes;
  if (allDay) return { start: `${wallTimeIn(start).slice(0, 10)}T${morning}`, minutes: usual };
  const minutes = (end.getTime() - start.getTime()) / 60_000;
  if (minutes > click) return { start: wallTimeIn(start), minutes };
  const half = 30 * 60_000;
  return { start: wallTimeIn(new Date(Math.floor(start.getTime() / half) * half)), minutes: usual };
}

/** Reads the chosen time from the navigation state; null if the form was opened without one. */
export function readSlot(state: unknown): Slot | null {
  const { start, minutes } = (state ?? {}) as Partial<Slot>;
  return typeof start === 'string' && typeof minutes === 'number' ? { start, minutes } : null;
}
