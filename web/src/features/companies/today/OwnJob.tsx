import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconCheck, IconNote, IconPhone, IconRoute } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { CameraButton } from '@/components/jobs/CameraButton';
import { reportRefusals } from '@/components/jobs/reportRefusals';
import { useCompletion } from '@/components/jobs/useCompletion';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCustomers } from '@/queries/customers';
import { usePhotoUploads } from '@/queries/jobs/photoUploads';
import { useJobColor } from '@/ui/jobs/jobColor';
import { StatusPill } from '@/ui/jobs/StatusPill';
import { addressLine, directionsUrl } from '@/ui/navigation/directions';
import styles from './Today.module.css';

/** The phone number of the job's customer, for those who see customers. */
function useCustomerPhone({ jobCustomer }: Job): string | null {
  const { may } = useSession();
  const { customers } = useCustomers(jobCustomer !== null && may('customers.view'));
  return customers?.find(({ id }) => id === jobCustomer)?.phone ?? null;
}

/** Opens the camera, and then shows the photo among the others of the job. */
function PhotoButton({ job, page }: { job: Job; page: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { add } = usePhotoUploads(job.id);
  return (
    <CameraButton
      variant="default"
      size="md"
      label={m.today_photo()}
      add={(files) => {
        void reportRefusals(queries, add(files));
        void navigate(`${page}?view=images`);
      }}
    />
  );
}

/** A job of one's own day, with what is done on the site within reach of a thumb. */
export function OwnJob({ job }: { job: Job }) {
  const paint = useJobColor();
  const phone = useCustomerPhone(job);
  const { may } = useSession();
  const { done, toggle, words } = useCompletion(job);
  const page = `/app/jobs/details/${job.id}`;
  const big = { variant: 'default', size: 'md' } as const;
  return (
    <article className={styles.own} aria-label={job.title}>
      <Link to={page} className={styles.job}>
        <span
          className={styles.color}
          style={{ background: paint(job.color, done).fill }}
          aria-hidden="true"
        />
        <span className={styles.words}>
          <span className={styles.title}>{job.title}</span>
          <span className="muted">{addressLine(job)}</span>
        </span>
        {done && <StatusPill status="complete" />}
      </Link>
      <div className={styles.actions}>
        <Button
          {...big}
          component="a"
          href={directionsUrl(job)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconRoute size={19} aria-hidden />}
        >
          {m.today_route()}
        </Button>
        {phone !== null && (
          <Button
            {...big}
            component="a"
            href={`tel:${phone}`}
            leftSection={<IconPhone size={19} aria-hidden />}
          >
            {m.today_call()}
          </Button>
        )}
        <PhotoButton job={job} page={page} />
        <Button
          {...big}
          component={Link}
          to={`${page}?view=notes`}
          leftSection={<IconNote size={19} aria-hidden />}
        >
          {m.today_note()}
        </Button>
        {!done && may('jobs.complete') && (
          <Button {...big} leftSection={<IconCheck size={19} aria-hidden />} onClick={toggle}>
            {words}
          </Button>
        )}
      </div>
    </article>
  );
}
