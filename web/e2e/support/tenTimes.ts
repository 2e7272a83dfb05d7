/** Ten times the demo's data, as a page receives it: the server has one tenth of it. */
import type { Page } from '@playwright/test';

import type { AllRooms, Job } from '../../../bindings';

export const tenfold = 10;

/** An item and nine copies; the first has the id that the server knows. */
const tenOf = <T>(one: T, copy: (id: (own: string) => string, at: number) => T): T[] =>
  Array.from({ length: tenfold }, (_, at) =>
    at === 0 ? one : copy((own) => `${String(at).repeat(8)}${own.slice(8)}`, at),
  );

/** Makes every list of jobs and rooms ten times as long. */
export async function tenTimes(page: Page): Promise<void> {
  await page.route('**/api/jobs/myJobs/**', async (route) => {
    const { jobs } = (await (await route.fetch()).json()) as { jobs: Job[] };
    const many = jobs.flatMap((job) =>
      tenOf(job, (id, at) => ({ ...job, id: id(job.id), title: `${job.title} ${at}` })),
    );
    await route.fulfill({ json: { jobs: many } });
  });
  await page.route('**/api/chat/rooms?*', async (route) => {
    const { rooms, people } = (await (await route.fetch()).json()) as AllRooms;
    const many = rooms.flatMap((room) => tenOf(room, (id) => ({ ...room, roomId: id(room.roomId) })));
    await route.fulfill({ json: { rooms: many, people } });
  });
}
