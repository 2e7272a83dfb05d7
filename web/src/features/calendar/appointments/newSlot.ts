/** The time that is chosen in the grid for a new appointment, kept in the history while its form is open. */
import { limits } from '@/wasm/rules';

import { wallIn } from './useAppointmentMoves';

export interface Slot {
  /** `YYYY-MM-DDTHH:MM` on the company's clock. */
  start: string;
  minutes: number;
}

/** A click chooses as little as the grid can, and means the half hour it stands in. */
const click = 15;

/** What a day of the month means: nobody meets at midnight. */
const morning = '09:00';

interface Chosen {
  start: Date;
  end: Date;
  allDay: boolean;
}

export function slotOf({ start, end, allDay }: Chosen): Slot {
  const usual = limits().appointmentMinutes;
  if (allDay) return { start: `${wallIn(start).slice(0, 10)}T${morning}`, minutes: usual };
  const minutes = (end.getTime() - start.getTime()) / 60_000;
  if (minutes > click) return { start: wallIn(start), minutes };
  const half = 30 * 60_000;
  return { start: wallIn(new Date(Math.floor(start.getTime() / half) * half)), minutes: usual };
}

/** Reads a chosen time out of the history; null where the form was opened without one. */
export function readSlot(state: unknown): Slot | null {
  const { start, minutes } = (state ?? {}) as Partial<Slot>;
  return typeof start === 'string' && typeof minutes === 'number' ? { start, minutes } : null;
}
