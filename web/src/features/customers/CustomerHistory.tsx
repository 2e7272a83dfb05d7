import type { Appointment, Customer, Job } from '@bindings';
import { IconCalendarTime, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { m, notice } from '@/i18n';
import { useAppointments } from '@/queries/calendar/appointments';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useJobs } from '@/queries/jobs/jobs';
import { dayText } from '@/ui/dates/dates';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { ColorBar } from '@/ui/jobs/ColorBar';
import { StatusPill } from '@/ui/jobs/StatusPill';
import styles from './CustomerDetail.module.css';
import { relativeTimeText } from './relativeTime';

interface PartProps<T> {
  title: string;
  /** Undefined while loading. */
  entries: readonly T[] | undefined;
  failure: string | null;
  nothing: string;
  children: (entry: T) => ReactNode;
}

function Part<T extends { id: string }>({ title, entries, failure, nothing, children }: PartProps<T>) {
  const heading = useId();
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h3 id={heading} className="subtitle">
        {title} {entries !== undefined && <span className="num dim">{entries.length}</span>}
      </h3>
      {entries === undefined ? (
        failure === null ? (
          <SkeletonCards count={2} height={44} />
        ) : (
          <p className="muted">{failure}</p>
        )
      ) : entries.length === 0 ? (
        <p className="muted">{nothing}</p>
      ) : (
        <ul className="plainList">
          {entries.map((entry) => (
            <li key={entry.id}>{children(entry)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

const dates = ({ startDate, endDate }: Job): string =>
  startDate === null || endDate === null
    ? m.common_unscheduled()
    : `${dayText(startDate)} – ${dayText(endDate)}`;

function JobLine({ job }: { job: Job }) {
  return (
    <Link to={`/app/jobs/details/${job.id}`} className={styles.line}>
      <ColorBar color={job.color} done={job.status === 'complete'} height={34} />
      <span className="grow">
        <b className={styles.name}>{job.title}</b>
        <span className={`num ${styles.when}`}>{dates(job)}</span>
      </span>
      <StatusPill status={job.status} />
      <IconChevronRight size={17} aria-hidden />
    </Link>
  );
}

function AppointmentLine({ appointment, zone }: { appointment: Appointment; zone: string }) {
  const name = [appointment.assignedToFirstName, appointment.assignedToLastName].filter(Boolean).join(' ');
  return (
    <Link to={`/app/calendar/appointment_options/${appointment.id}`} className={styles.line}>
      <IconCalendarTime size={20} aria-hidden />
      <span className="grow">
        <b className={styles.name}>{m.customers_meetingWith({ name })}</b>
        <span className={`num ${styles.when}`}>{relativeTimeText(appointment.start, zone)}</span>
      </span>
      <StatusPill status={appointment.status} />
      <IconChevronRight size={17} aria-hidden />
    </Link>
  );
}

/** Open entries first, then completed ones; the latest first in each. */
const byDate =
  <T extends { status: string }>(start: (entry: T) => string | null) =>
  (a: T, b: T): number =>
    Number(a.status === 'complete') - Number(b.status === 'complete') ||
    (start(b) ?? '').localeCompare(start(a) ?? '');

/** The customer's jobs and appointments that the user may see, each with a link to its page. */
export function CustomerHistory({ customer }: { customer: Customer }) {
  const { jobs, isError } = useJobs();
  const { appointments, error } = useAppointments();
  const zone = useCompanyZone();
  return (
    <>
      <Part
        title={m.customers_jobs()}
        entries={jobs
          ?.filter(({ jobCustomer }) => jobCustomer === customer.id)
          .sort(byDate(({ startDate }) => startDate))}
        failure={isError ? notice('jobsFetchFailed') : null}
        nothing={m.customers_noJobs()}
      >
        {(job) => <JobLine job={job} />}
      </Part>
      <Part
        title={m.customers_appointments()}
        entries={appointments
          ?.filter(({ customerId }) => customerId === customer.id)
          .sort(byDate(({ start }) => start))}
        failure={error?.message ?? null}
        nothing={m.customers_noAppointments()}
      >
        {(appointment) => <AppointmentLine appointment={appointment} zone={zone} />}
      </Part>
    </>
  );
}
