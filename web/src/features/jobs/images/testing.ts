/** Photos for tests. */
import type { JobImage } from '@bindings';
import { jobId } from '@/testing/aJob';
import { aUser } from '@/testing/render';

export const aPhoto = (number: number, change: Partial<JobImage> = {}): JobImage => ({
  id: jobId(700_000 + number),
  jobId: jobId(7),
  imgUrl: `/files/photo-${number}.jpg?sig=a`,
  thumbUrl: `/files/thumb-${number}.jpg?sig=a`,
  caption: null,
  beforeId: null,
  width: 1600,
  height: 1200,
  postedBy: aUser.id,
  postedByFirstName: 'Marisol',
  postedByLastName: 'Vega',
  name: null,
  viaLink: false,
  dateInserted: new Date(Date.UTC(2026, 5, 9, 18) - number * 60_000).toISOString(),
  ...change,
});
