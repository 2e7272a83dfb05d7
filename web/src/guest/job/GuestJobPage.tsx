/** @jsxImportSource preact */
import type { GuestView } from '@bindings';
import { shortDay } from '@/i18n/dayNames';
import { m } from '@/i18n/pageTexts';
import { daysText } from '../days';
import { calendarUrl } from '../guestCalls';
import type { GuestPageState } from '../guestQueue';
import type { WaitingTask } from '../guestStorage';
import { useQueue } from '../useGuestPage';
import { AnswerCard } from './AnswerCard';
import { DoneCard } from './DoneCard';
import { JobHead } from './JobHead';
import { NotesCard } from './NotesCard';
import { PhotosCard } from './PhotosCard';
import { WorkOrderCard } from './WorkOrderCard';

interface Props {
  view: GuestView;
  waiting: readonly WaitingTask[];
  changed: GuestPageState['changed'];
}

/** A job for the person who works on it: when, where, what, whom to ask, and what they can report. */
export function GuestJobPage({ view, waiting, changed }: Props) {
  const { secret } = useQueue();
  const { job, jobs, contact } = view;
  const may = new Set(view.may);
  const others = (jobs ?? []).filter(({ id }) => id !== job.id);
  return (
    <>
      <JobHead job={job} contact={contact} />
      {may.has('accept') && job.status !== 'complete' && (
        <AnswerCard job={job} state={view.state} waiting={waiting} daysChanged={changed === 'days'} />
      )}
      {(job.inspectionNote ?? '') !== '' && (
        <section class="card guestCard">
          <h2>{m.guest_whatToDo()}</h2>
          <p class="guestText">{job.inspectionNote}</p>
        </section>
      )}
      {job.workOrders.map((order) => (
        <WorkOrderCard
          key={order.id}
          order={order}
          holder={view.name}
          maySign={may.has('sign')}
          itemsChanged={changed === 'items'}
          waiting={waiting}
        />
      ))}
      <PhotosCard images={job.images} mayAdd={may.has('photos')} waiting={waiting} />
      <NotesCard notes={job.notes} mayAdd={may.has('notes')} />
      {may.has('complete') && <DoneCard job={job} waiting={waiting} />}
      {others.length > 0 && (
        <section class="card guestCard">
          <h2>{m.guest_otherJobs()}</h2>
          <ul class="plainList guestList">
            {others.map((other) => (
              <li key={other.id}>
                <span class="guestStrong">{other.title}</span>
                <span class="muted">
                  {[daysText(other), other.address, other.city].filter(Boolean).join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <footer class="guestFooter">
        <a href={calendarUrl(secret)}>{m.guest_calendar()}</a>
        <p class="muted">{m.guest_goodUntil({ day: shortDay(view.endsOn) })}</p>
      </footer>
    </>
  );
}
