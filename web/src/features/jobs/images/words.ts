import type { JobImage } from '@bindings';
import { locale, m } from '@/i18n';
import { dayField, dayOf } from '@/ui/days';

export const posterOf = ({ postedByFirstName, postedByLastName }: JobImage): string =>
  `${postedByFirstName} ${postedByLastName}`;

/** The day on which it was posted, where the reader is: `06/09/2026`. */
export const postedOn = ({ dateInserted }: JobImage): string => dayField(dayOf(new Date(dateInserted)));

/** The time of that day, as the language of the page writes it. */
export const postedAt = ({ dateInserted }: JobImage): string =>
  new Date(dateInserted).toLocaleTimeString(locale() === 'es' ? 'es-US' : 'en-US', {
    hour: 'numeric',
    minute: '2-digit',
  });

/** What a photo is called where it cannot be seen. */
export const altOf = (image: JobImage): string =>
  m.jobs_imageBy({ name: posterOf(image), date: postedOn(image) });
