/** @jsxImportSource preact */
import type { GuestContact, GuestJob } from '@bindings';
import { m } from '@/i18n/pageTexts';
import { ContactButtons } from '../ContactButtons';
import { daysText } from '../days';

/** When and where, with the way there, and whom to ask. */
export function JobHead({ job, contact }: { job: GuestJob; contact: GuestContact }) {
  return (
    <section class="card guestCard">
      <h1>{job.title}</h1>
      {job.jobNumber !== null && <p class="muted num">#{job.jobNumber}</p>}
      <p class="guestDays">{daysText(job) ?? m.guest_noDays()}</p>
      {job.tags.length > 0 && (
        <ul class="plainList guestTags">
          {job.tags.map((tag) => (
            <li key={tag.id} class="boxed">
              {tag.content}
            </li>
          ))}
        </ul>
      )}
      <ContactButtons contact={contact} place={job} />
    </section>
  );
}
