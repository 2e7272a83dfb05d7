import type { JobId } from '@bindings';
import { Fragment, useState } from 'react';
import { m } from '@/i18n';
import { spanText } from '@/ui/dates/spans';
import { usePhone } from '@/ui/theme/usePhone';
import { ChangeDays, MovedJob, MoveNotes, NewDays, type RowActions, RowButtons } from './MoveParts';
import type { MoveRow } from './moveRows';
import styles from './Shift.module.css';
import type { Adjustment } from './shiftTerms';

interface ShiftMovesProps {
  rows: readonly MoveRow[];
  adjust: (id: JobId, adjustment: Adjustment | null) => void;
}

type ListProps = { rows: readonly MoveRow[]; actionsOf: (row: MoveRow) => RowActions };

const MoveTable = ({ rows, actionsOf }: ListProps) => (
  <table className={`table ${styles.table}`} aria-label={m.shift_moves()}>
    <thead>
      <tr>
        <th scope="col">{m.jobs_job()}</th>
        <th scope="col">{m.shift_now()}</th>
        <th scope="col">{m.shift_then()}</th>
        <th scope="col">{m.shift_notes()}</th>
        <th scope="col">
          <span className="spoken">{m.shift_actions()}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => {
        const actions = actionsOf(row);
        return (
          <Fragment key={row.id}>
            <tr data-stays={row.will === null || undefined}>
              <td>
                <MovedJob job={row.job} />
              </td>
              <td className={`num ${styles.days}`}>{spanText(row.was)}</td>
              <td className={styles.days}>
                <NewDays row={row} />
              </td>
              <td>
                <MoveNotes row={row} />
              </td>
              <td className={styles.buttons}>
                <RowButtons row={row} actions={actions} />
              </td>
            </tr>
            {actions.isEdited && (
              <tr>
                <td colSpan={5}>
                  <ChangeDays row={row} actions={actions} />
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </tbody>
  </table>
);

const MoveCards = ({ rows, actionsOf }: ListProps) => (
  <ul className={`plainList ${styles.cards}`} aria-label={m.shift_moves()}>
    {rows.map((row) => {
      const actions = actionsOf(row);
      return (
        <li key={row.id} className={`card ${styles.card}`} data-stays={row.will === null || undefined}>
          <MovedJob job={row.job} />
          <div className={styles.fromTo}>
            <span className="num">{spanText(row.was)}</span>
            <NewDays row={row} />
          </div>
          <MoveNotes row={row} />
          <div className={styles.cardButtons}>
            <RowButtons row={row} actions={actions} />
          </div>
          {actions.isEdited && <ChangeDays row={row} actions={actions} />}
        </li>
      );
    })}
  </ul>
);

/** What would move to where: a table, on a phone a list. Single jobs can be changed or left out. */
export function ShiftMoves({ rows, adjust }: ShiftMovesProps) {
  const phone = usePhone();
  const [edited, setEdited] = useState<JobId | null>(null);
  const actionsOf = ({ id }: MoveRow): RowActions => ({
    isEdited: edited === id,
    edit: (on) => setEdited(on ? id : null),
    adjust: (adjustment) => {
      setEdited(null);
      adjust(id, adjustment);
    },
  });
  const List = phone ? MoveCards : MoveTable;
  return <List rows={rows} actionsOf={actionsOf} />;
}
