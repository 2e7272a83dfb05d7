import type { JobImage } from '@bindings';
import { dayIn } from '@/ui/dates/times';

/** The photos of one day, newest first. */
export interface PhotoDay {
  /** `YYYY-MM-DD`, in the time zone of the company. */
  day: string;
  images: readonly JobImage[];
}

/** Groups photos by the day on which they were posted, keeping their order. */
export function photoDays(images: readonly JobImage[], zone: string): PhotoDay[] {
  const days: { day: string; images: JobImage[] }[] = [];
  for (const image of images) {
    const day = dayIn(image.dateInserted, zone);
    const last = days.at(-1);
    if (last?.day === day) last.images.push(image);
    else days.push({ day, images: [image] });
  }
  return days;
}
