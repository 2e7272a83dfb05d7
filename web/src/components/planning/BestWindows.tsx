import type { AvailableDay, DayState, Span } from '@bindings';
import { Button, NumberInput } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { m } from '@/i18n';
import { shortDay } from '@/i18n/dayNames';
import { useWorkCalendar, useWorkdays } from '@/queries/planning/workdays';
import { companyToday } from '@/ui/dates/companyDay';
import { bestWindows, daysAhead } from './bestWindows';
import styles from './DayStates.module.css';
import { type AssigneeDays, stateName } from './dayStates';
import { StateSign } from './StateSign';

/** From the best to the worst: a window is as good as its worst day. */
const order: readonly DayState[] = ['free', 'busy', 'unknown', 'full', 'off'];

/** The worst state among the working days of a window. */
function stateOf(
  { startDate, endDate }: Span,
  days: AssigneeDays['days'],
  isWorked: (day: string) => boolean,
) {
  const within = [...days.values()].filter(({ day }) => day >= startDate && day <= endDate && isWorked(day));
  const worst = Math.max(...within.map(({ state }: AvailableDay) => order.indexOf(state)));
  return order[worst] ?? 'unknown';
}

const daysText = ({ startDate, endDate }: Span): string =>
  startDate === endDate
    ? shortDay(startDate)
    : m.lanes_from({ from: shortDay(startDate), to: shortDay(endDate) });

interface BestWindowsProps {
  assignee: AssigneeDays;
  /** The chosen days, which set the length; null while there are none. */
  span: Span | null;
  onChoose: (span: Span) => void;
}

/** The best three windows in the next four weeks for a job of this length. A press fills in the dates. */
export function BestWindows({ assignee, span, onChoose }: BestWindowsProps) {
  const id = useId();
  const { data: workdays } = useWorkdays();
  const calendar = useWorkCalendar();
  const [typed, setTyped] = useState<number | null>(null);
  const usual = span === null || calendar === null ? 1 : calendar.length(span.startDate, span.endDate);
  const length = typed ?? Math.min(usual, daysAhead);
  const windows = useMemo(
    () =>
      workdays === undefined
        ? []
        : bestWindows(companyToday(), length, [...assignee.days.values()], workdays),
    [workdays, assignee, length],
  );
  if (calendar === null) return null;
  return (
    <section className={styles.windows} aria-labelledby={id}>
      <div className={styles.head}>
        <h4 id={id}>{m.availability_windows({ who: assignee.who })}</h4>
        <span className={styles.length}>
          <span aria-hidden>{m.availability_length()}</span>
          <NumberInput
            aria-label={m.availability_length()}
            size="xs"
            min={1}
            max={daysAhead}
            allowDecimal={false}
            value={length}
            onChange={(next) => setTyped(typeof next === 'number' && next >= 1 ? next : null)}
          />
        </span>
      </div>
      {windows.length === 0 ? (
        <p className="muted">{m.availability_noWindows()}</p>
      ) : (
        <ul className={styles.offers}>
          {windows.map((window) => {
            const state = stateOf(window, assignee.days, (day) => calendar.count(day, day) > 0);
            return (
              <li key={window.startDate}>
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<StateSign state={state} />}
                  aria-label={m.availability_windowChoose({
                    days: daysText(window),
                    state: stateName(state),
                  })}
                  onClick={() => onChoose(window)}
                >
                  {daysText(window)}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
