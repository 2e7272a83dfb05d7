import { UndoShift } from '@/components/planning/shift/UndoShift';
import { BadWeather } from '@/components/planning/weather/BadWeather';
import { useMoveDay } from './useMoveDay';

/** The lines above the days: the last move of a day with its undo, and bad weather with a move to propose. */
export function PlanningLines() {
  const moveTo = useMoveDay();
  if (moveTo === null) return null;
  return (
    <>
      <UndoShift />
      <BadWeather moveTo={moveTo} />
    </>
  );
}
