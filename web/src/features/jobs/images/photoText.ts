import type { JobImage } from '@bindings';
import { m } from '@/i18n';
import { numericDay } from '@/ui/dates/dates';
import { dayIn } from '@/ui/dates/times';

export const authorName = ({ postedByFirstName, postedByLastName }: JobImage): string =>
  `${postedByFirstName} ${postedByLastName}`;

/** The day on which the photo was posted: `06/09/2026`. */
export const postedDate = ({ dateInserted }: JobImage, zone: string): string =>
  numericDay(dayIn(dateInserted, zone));

/** The alternative text of a photo. */
export const photoAlt = (image: JobImage, zone: string): string =>
  m.jobs_imageBy({ name: authorName(image), date: postedDate(image, zone) });
