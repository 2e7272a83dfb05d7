/** @jsxImportSource preact */
import type { GuestContact, GuestJob } from '@bindings';
import { m } from '@/i18n/pageTexts';
import { addressLine, directionsUrl } from '@/ui/navigation/directions';
import { daysText } from '../days';

/** When and where, with the way there, and whom to ask. */
export function JobHead({ job, contact }: { job: GuestJob; contact: GuestContact }) {
  const phone = contact.phone?.replace(/[^\d+]/g, '') ?? '';
  return (
    <section class="card guestCard">
      <h1>{job.title}</h1>
      {job.jobNumber !== null && <p class="muted num">#{job.jobNumber}</p>}
      <p class="guestDays">{daysText(job) ?? m.guest_noDays()}</p>
      <p>{addressLine(job)}</p>
      {job.tags.length > 0 && (
        <ul class="plainList guestTags">
          {job.tags.map((tag) => (
            <li key={tag.id} class="boxed">
              {tag.content}
            </li>
          ))}
        </ul>
      )}
      <div class="guestButtons">
        <a class="guestButton" href={directionsUrl(job)} target="_blank" rel="noreferrer">
          {m.guest_route()}
        </a>
        {phone !== '' && (
          <>
            <a class="guestButton" href={`tel:${phone}`}>
              {m.guest_call({ name: contact.name })}
            </a>
            <a class="guestButton" href={`sms:${phone}`}>
              {m.guest_text()}
            </a>
          </>
        )}
      </div>
      {phone === '' && (
        <p class="muted">{m.guest_contact({ name: contact.name, company: contact.company })}</p>
      )}
    </section>
  );
}
