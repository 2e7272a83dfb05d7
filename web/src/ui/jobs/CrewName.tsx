import type { Job } from '@bindings';
import { IconCheck, IconClockHour4 } from '@tabler/icons-react';
import { m } from '@/i18n';
import styles from './CrewName.module.css';
import { crewOf } from './crewOf';

/** The assignee of a job, and whether they have accepted. `long` shows the state as text, for detail views. */
export function CrewName({ job, long = false }: { job: Job; long?: boolean }) {
  const { crew, tone } = crewOf(job);
  if (crew === null) return <span className="dim">{m.common_noCrew()}</span>;
  if (tone === 'normal') return <span>{crew}</span>;
  const accepted = tone === 'accepted';
  const state = accepted ? m.common_accepted() : m.common_pendingAcceptance();
  return (
    <span className={styles.crew} data-tone={tone}>
      {accepted ? (
        <IconCheck size={15} stroke={2.6} aria-hidden />
      ) : (
        <IconClockHour4 size={15} stroke={2.2} aria-hidden />
      )}
      {crew} <span className={long ? styles.state : 'spoken'}>({state})</span>
    </span>
  );
}
