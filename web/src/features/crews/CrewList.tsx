import type { Crew } from '@bindings';
import { m } from '@/i18n';
import { OpenableRow } from '@/ui/layout/OpenableRow';

interface CrewListProps {
  crews: readonly Crew[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** Every crew with the number of its members. */
export function CrewList({ crews, chosen, onChoose }: CrewListProps) {
  return (
    <table className="table">
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
          <OpenableRow key={id} name={name} open={id === chosen} onOpen={() => onChoose(id)}>
            <td className="num right">{crewMembers.length}</td>
          </OpenableRow>
        ))}
      </tbody>
    </table>
  );
}
