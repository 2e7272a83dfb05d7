/** The list of jobs on a phone: tabs, cards, and selecting several of them. */
import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { footBar } from '@/ui/layout/footBars';
import { useRules } from '@/wasm/useRules';
import { useSelection } from '../selection/useSelection';
import { JobCards } from './JobCards';
import styles from './JobsScreen.module.css';
import type { JobRow } from './jobGroups';
import { TabChips, type TabsProps } from './TabChips';

const PhoneSelection = lazy(async () => ({
  default: (await import('../selection/PhoneSelection')).PhoneSelection,
}));

interface JobsPhoneProps {
  narrowing: TabsProps;
  /** The shown jobs, and the same under the headings of their groups. Undefined while loading. */
  jobs: readonly Job[] | undefined;
  rows: readonly JobRow[] | undefined;
  /** Shown instead of the cards. */
  instead: ReactNode;
}

export function JobsPhone({ narrowing, jobs, rows, instead }: JobsPhoneProps) {
  const { may } = useSession();
  const rules = useRules();
  const { search } = useLocation();
  const [selecting, setSelecting] = useState(false);
  const mayEdit = rules && may('jobs.edit');
  const selection = useSelection(jobs, selecting && mayEdit);
  const stop = () => {
    selection.clear();
    setSelecting(false);
  };
  return (
    <>
      <TabChips {...narrowing} {...(mayEdit && !selecting ? { onSelect: () => setSelecting(true) } : {})} />
      {instead !== null ? (
        <div className="card">{instead}</div>
      ) : rows === undefined || rows.length === 0 ? (
        <SkeletonCards height={112} />
      ) : (
        <JobCards rows={rows} selection={selecting ? selection : null} />
      )}
      {selecting ? (
        <Suspense fallback={null}>
          <PhoneSelection selection={selection} jobs={jobs ?? []} onStop={stop} />
        </Suspense>
      ) : (
        rules &&
        may('jobs.create') && (
          <div ref={footBar} className={styles.float}>
            <Button
              component={Link}
              to={{ pathname: '/app/jobs/new', search }}
              className={styles.newJob ?? ''}
              leftSection={<IconPlus size={22} stroke={2.4} />}
            >
              {m.jobs_new()}
            </Button>
          </div>
        )
      )}
    </>
  );
}
