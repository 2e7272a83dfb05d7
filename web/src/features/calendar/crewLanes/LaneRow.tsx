import type { Job } from '@bindings';
import {
  type Icon,
  IconAlertTriangle,
  IconBuilding,
  IconUser,
  IconUserQuestion,
  IconUsersGroup,
} from '@tabler/icons-react';
import { memo, useId, useMemo } from 'react';
import type { AssigneeDays } from '@/components/planning/dayStates';
import { useFollowsLine } from '@/components/planning/follows/useFollowsLine';
import { m } from '@/i18n';
import type { Scheme } from '@/ui/theme/colorScheme';

import { LaneBar } from './LaneBar';
import styles from './LaneBoard.module.css';
import { LaneStates } from './LaneStates';
import { laneKindName, laneName, workloadText } from './laneText';
import type { Lanes, LaneWithBars } from './useLanes';

const icons: Record<LaneWithBars['lane']['kind'], Icon> = {
  subcontractor: IconBuilding,
  crew: IconUsersGroup,
  employee: IconUser,
  unassigned: IconUserQuestion,
};

/** Where a job would be dropped: columns from 0, both included. */
export interface Ghost {
  first: number;
  last: number;
  /** True if the lane cannot take it. */
  refused: boolean;
}

interface LaneRowProps {
  drawn: LaneWithBars;
  warning: Lanes['warning'];
  ghost: Ghost | null;
  /** The id of the job that is being dragged. */
  lifted: string | null;
  mayMove: (job: Pick<Job, 'status'>) => boolean;
  mayGive: (job: Pick<Job, 'status'>) => boolean;
  scheme: Scheme;
  /** The visible days. */
  days: readonly string[];
  /** While a job is moved: whether it would fit here. */
  moving: AssigneeDays | null;
  onOpen: (id: string) => void;
}

/** A lane: its name and its workload in one line, and its days. */
export const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  const { drawn, warning, ghost, lifted, mayMove, mayGive, scheme, days, moving, onOpen } = props;
  const { lane, bars, rows } = drawn;
  const name = useId();
  const followsLine = useFollowsLine();
  const warnings = useMemo(
    () => new Map(bars.map(({ job }) => [job.id, warning(job.id, job)] as const)),
    [bars, warning],
  );
  const overlapping = bars.filter(({ job }) => warnings.get(job.id) != null).length;
  const facts = [
    laneKindName(lane.kind),
    workloadText(drawn),
    ...(overlapping > 0 ? [m.lanes_overlapping({ count: overlapping })] : []),
  ];
  const Kind = icons[lane.kind];
  return (
    <section className={styles.row} data-lane={lane.key} aria-labelledby={name}>
      <div className={styles.head}>
        <div className={styles.who} title={facts.join(', ')}>
          <h2 id={name} className={styles.name}>
            <Kind size={16} stroke={1.9} aria-hidden />
            <span className="trunc">{laneName(lane)}</span>
          </h2>
          {overlapping > 0 && (
            <span className={`num ${styles.overlap}`} aria-hidden>
              <IconAlertTriangle size={14} stroke={2.2} />
              {overlapping}
            </span>
          )}
          {bars.length > 0 && (
            <span className={`num ${styles.load}`} aria-hidden>
              {bars.length}
            </span>
          )}
          <span className="spoken">{facts.join(', ')}</span>
        </div>
      </div>
      {moving !== null && <LaneStates days={days} moving={moving} />}
      <div className={styles.track} style={{ gridTemplateRows: `repeat(${rows}, 25px)` }}>
        {bars.map((bar) => (
          <div key={bar.job.id} className={styles.place} data-lifted={bar.job.id === lifted || undefined}>
            <LaneBar
              bar={bar}
              warning={warnings.get(bar.job.id) ?? null}
              follows={followsLine(bar.job)}
              movable={mayMove(bar.job)}
              givable={mayGive(bar.job)}
              scheme={scheme}
              onOpen={onOpen}
            />
          </div>
        ))}
        {ghost !== null && (
          <div
            className={styles.ghost}
            data-refused={ghost.refused || undefined}
            style={{ gridColumn: `${ghost.first + 1} / ${ghost.last + 2}` }}
          />
        )}
      </div>
    </section>
  );
});
