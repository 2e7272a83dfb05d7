import type { Job, JobId } from '@bindings';
import { Button, Select } from '@mantine/core';
import { useId, useState } from 'react';
import { m } from '@/i18n';
import { RecordList, RecordRow } from '@/ui/layout/RecordList';

import styles from './Photos.module.css';
import { type ChosenJobs, jobOf, type PhotoGroup } from './photoPlan';

/** How many groups a press shows more: each has a choice of its own. */
const groupsAtOnce = 50;

/** How many jobs a search lists. */
const shownAtOnce = 50;

/** The choice of no job. */
const leftOut = 'none';

interface PhotoGroupsProps {
  groups: readonly PhotoGroup[];
  jobs: readonly Job[];
  chosen: ChosenJobs;
  disabled: boolean;
  choose: (key: string, jobId: JobId | null) => void;
}

/** 'Whitaker re-roof, #2482, Hermitage'. */
const labelOf = ({ title, jobNumber, city }: Job): string =>
  [title, ...(jobNumber === null ? [] : [`#${jobNumber.replace(/^#/, '')}`]), city].join(', ');

/** The photos by job; those without one come first, with a choice of the job. Any choice can be changed. */
export function PhotoGroups({ groups, jobs, chosen, disabled, choose }: PhotoGroupsProps) {
  const id = useId();
  const [most, setMost] = useState(groupsAtOnce);
  const data = [
    { value: leftOut, label: m.imports_photosLeave() },
    ...jobs.map((job) => ({ value: job.id, label: labelOf(job) })),
  ];
  const part = (name: string, title: string, shown: readonly PhotoGroup[]) =>
    shown.length > 0 && (
      <section className={`card ${styles.part}`} aria-labelledby={`${id}${name}`}>
        <h2 id={`${id}${name}`} className="subtitle">
          {title}
        </h2>
        <RecordList label={title}>
          {shown.slice(0, most).map((group) => (
            <RecordRow
              key={group.key}
              name={group.name}
              actions={
                <Select
                  className={styles.choice ?? ''}
                  aria-label={m.imports_photosJob({ name: group.name })}
                  data={data}
                  value={jobOf(group, chosen) ?? leftOut}
                  onChange={(value) => choose(group.key, value === leftOut ? null : value)}
                  allowDeselect={false}
                  disabled={disabled}
                  limit={shownAtOnce}
                  nothingFoundMessage={m.jobs_none()}
                  searchable
                  openOnFocus={false}
                />
              }
            >
              <div className="muted num">
                {m.imports_photosCount({ count: group.photos.length })}
                {group.finding === 'severalJobs' && `. ${m.imports_photosSeveral()}`}
                {group.finding === 'noJob' && `. ${m.imports_photosNoJob()}`}
              </div>
            </RecordRow>
          ))}
        </RecordList>
        {shown.length > most && (
          <Button
            className={styles.more ?? ''}
            variant="default"
            onClick={() => setMost(most + groupsAtOnce)}
          >
            {m.imports_photosMore({ count: shown.length - most })}
          </Button>
        )}
      </section>
    );
  return (
    <div className="stack">
      {part(
        'open',
        m.imports_photosOpen(),
        groups.filter(({ jobId }) => jobId === null),
      )}
      {part(
        'found',
        m.imports_photosMatched(),
        groups.filter(({ jobId }) => jobId !== null),
      )}
    </div>
  );
}
