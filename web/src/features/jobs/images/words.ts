import type { JobImage } from '@bindings';
import { m } from '@/i18n';
import { dayField } from '@/ui/days';
import { dayIn } from '@/ui/times';

export const posterOf = ({ postedByFirstName, postedByLastName }: JobImage): string =>
  `${postedByFirstName} ${postedByLastName}`;

/** The day on which it was posted: `06/09/2026`. */
export const postedOn = ({ dateInserted }: JobImage, zone: string): string =>
  dayField(dayIn(dateInserted, zone));

/** What a photo is called where it cannot be seen. */
export const altOf = (image: JobImage, zone: string): string =>
  m.jobs_imageBy({ name: posterOf(image), date: postedOn(image, zone) });
