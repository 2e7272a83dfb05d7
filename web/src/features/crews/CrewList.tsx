import type { Crew } from '@bindings';
import { m } from '@/i18n';

import styles from './Crews.module.css';

interface CrewListProps {
  crews: readonly Crew[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** Every crew with the number of its members. The name opens it; the whole row is its target. */
export function CrewList({ crews, chosen, onChoose }: CrewListProps) {
  return (
    <table className={`table ${styles.crews}`}>
      <thead>
        <tr>
          <th scope="col">{m.crews_name()}</th>
          <th scope="col" className="right">
            {m.crews_count()}
          </th>
        </tr>
      </thead>
      <tbody>
        {crews.map(({ id, name, crewMembers }) => (
          <tr key={id} className={styles.crew} aria-selected={id === chosen || undefined}>
            <td>
              <button
                type="button"
                className={styles.open}
                aria-expanded={id === chosen}
                onClick={() => onChoose(id)}
              >
                {name}
              </button>
            </td>
            <td className="num right">{crewMembers.length}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
