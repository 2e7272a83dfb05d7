/** @jsxImportSource preact */
import type { GuestContact } from '@bindings';
import { m } from '@/i18n/pageTexts';
import { addressLine, directionsUrl } from '@/ui/navigation/directions';

interface Props {
  contact: GuestContact;
  place: { address: string | null; city: string; state: string; zip: string | null };
}

/** The address with the way there, and whom to ask. */
export function ContactButtons({ contact, place }: Props) {
  const phone = contact.phone?.replace(/[^\d+]/g, '') ?? '';
  return (
    <>
      <p>{addressLine(place)}</p>
      <div class="guestButtons">
        <a class="guestButton" href={directionsUrl(place)} target="_blank" rel="noreferrer">
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
    </>
  );
}
