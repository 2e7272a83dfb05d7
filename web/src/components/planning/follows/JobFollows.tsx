import type { Job, JobFollow } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowNarrowRight, IconPlus, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { runWithToast } from '@/components/feedback/runWithToast';
import part from '@/components/jobs/JobPart.module.css';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobs } from '@/queries/jobs/jobs';
import { useFollowsChange } from '@/queries/planning/follows';
import { spanText } from '@/ui/dates/spans';
import { AddFollowPanel } from './AddFollowPanel';
import styles from './Follows.module.css';

/** '2 working days between'. */
const gapText = (gap: number): string => (gap === 0 ? m.follows_nextDay() : m.follows_gapOf({ count: gap }));

/** The title of another job, its days, and how long is waited. */
function OtherJob({ job, gap }: { job: Job; gap: number }) {
  const { startDate, endDate } = job;
  return (
    <span className={styles.words}>
      <Link to={`/app/jobs/details/${job.id}`} className={styles.title}>
        {job.title}
      </Link>
      <span className="muted num">
        {startDate === null || endDate === null ? m.common_unscheduled() : spanText({ startDate, endDate })}
        {' · '}
        {gapText(gap)}
      </span>
    </span>
  );
}

function Ahead({ job, follow, ahead }: { job: Job; follow: JobFollow; ahead: Job }) {
  const { may } = useSession();
  const save = useFollowsChange(job);
  const remove = () =>
    runWithToast(() => save(job.follows.filter(({ jobId }) => jobId !== follow.jobId)), m.follows_saved());
  return (
    <li className={styles.row}>
      <IconArrowNarrowRight size={18} aria-hidden />
      <OtherJob job={ahead} gap={follow.gapWorkdays} />
      {may('jobs.schedule') && (
        <ActionIcon aria-label={m.follows_remove({ job: ahead.title })} onClick={() => void remove()}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

/** The jobs that a job waits for, and those that wait for it. */
export function JobFollows({ job }: { job: Job }) {
  const { may } = useSession();
  const { jobs } = useJobs();
  const [adding, setAdding] = useState(false);
  const known = useMemo(() => new Map(jobs?.map((each) => [each.id, each])), [jobs]);
  const mayChange = may('jobs.schedule');
  const behind = useMemo(
    () =>
      (jobs ?? []).flatMap((each) => {
        const follow = each.follows.find(({ jobId }) => jobId === job.id);
        return follow === undefined ? [] : [{ job: each, gap: follow.gapWorkdays }];
      }),
    [jobs, job.id],
  );
  if (!mayChange && job.follows.length === 0 && behind.length === 0) return null;
  return (
    <section className={part.box} aria-label={m.follows_title()}>
      <h3 className={part.head}>{m.follows_title()}</h3>
      {job.follows.length === 0 && <p className="muted">{m.follows_none()}</p>}
      <ul className="plainList">
        {job.follows.map((follow) => {
          const ahead = known.get(follow.jobId);
          return ahead && <Ahead key={follow.jobId} job={job} follow={follow} ahead={ahead} />;
        })}
      </ul>
      {behind.length > 0 && (
        <>
          <h4 className={styles.behind}>{m.follows_behind()}</h4>
          <ul className="plainList">
            {behind.map((each) => (
              <li key={each.job.id} className={styles.row}>
                <OtherJob {...each} />
              </li>
            ))}
          </ul>
        </>
      )}
      {mayChange && (
        <Button
          variant="default"
          className={styles.add ?? ''}
          leftSection={<IconPlus size={16} stroke={2.4} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {m.follows_add()}
        </Button>
      )}
      {adding && <AddFollowPanel job={job} jobs={jobs ?? []} onClose={() => setAdding(false)} />}
    </section>
  );
}
