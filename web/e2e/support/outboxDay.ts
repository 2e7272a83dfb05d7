/** Work without a network, and the resulting data on the server. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';

import type { ChatMessage, ChatRoom, Job, JobImage, Note, WorkOrder } from '../../../bindings';
import { type Caller, caller, createJob } from './apiCaller';
import { expect } from './fixtures';
import { cachedResponses, cacheName, waitForServiceWorker } from './offlineCache';
import { photo } from './photo';

export const admin = 'marisol@summit-roofing.example';

/** A job with a work order to sign, and the chat room of its crew. */
export async function aDay(request: APIRequestContext) {
  const office = await caller(request, admin);
  const roof = await createJob(office);
  const { newWorkOrder: order } = await office.post<{ newWorkOrder: WorkOrder }>('/api/work_orders/create', {
    jobId: roof.id,
    title: '',
  });
  const pay = { title: 'Tear off two layers', description: '', quantity: 20, unitCost: 62 };
  const { item } = await office.post<{ item: { id: string } }>('/api/work_orders/addItem', {
    ...pay,
    workOrderId: order.id,
  });
  const { rooms } = await office.get<{ rooms: ChatRoom[] }>('/api/chat/rooms');
  const room = rooms.find(({ company }) => company.name.includes('Ríos')) as ChatRoom;
  const payMore = (unitCost: number) =>
    office.post('/api/work_orders/updateItem', { ...pay, unitCost, id: item.id, workOrderId: order.id });
  return { office, roof, order, room, payMore };
}

export type Day = Awaited<ReturnType<typeof aDay>>;

export const places = ({ roof, order, room }: Pick<Day, 'roof' | 'order' | 'room'>) => ({
  notes: `/app/jobs/${roof.id}?view=notes`,
  photos: `/app/jobs/${roof.id}?view=images`,
  room: `/app/messages/${room.roomId}`,
  order: `/app/work_order/${order.id}`,
  list: '/app/jobs',
});

type Place = keyof ReturnType<typeof places>;

/** Visits these pages once, so that they are cached for offline use. */
export async function look(page: Page, day: Day, ...visits: Place[]): Promise<void> {
  const at = places(day);
  const job = `["jobs","one","${day.roof.id}"]`;
  const names: Record<Place, string[]> = {
    notes: [job, `["jobNotes","${day.roof.id}"]`],
    photos: [job, `["jobImages","${day.roof.id}"]`],
    room: [`["chat","thread","${day.room.roomId}"]`],
    order: [job, `["workOrders","one","${day.order.id}"]`],
    list: ['["jobs","list",{}]'],
  };
  for (const place of visits) {
    await page.goto(at[place]);
    for (const name of names[place])
      await expect.poll(() => cachedResponses(page), place).toContain(cacheName(name));
  }
  await waitForServiceWorker(page);
}

export const shown = (page: Page, name: string) =>
  page.getByRole('button', { name }).filter({ visible: true }).first();

export async function addNote(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /note/i }).fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
}

export const addPhotos = async (page: Page, ...names: string[]) =>
  page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles(
      await Promise.all(
        names.map(async (name) => ({ name, mimeType: 'image/jpeg', buffer: await photo(page) })),
      ),
    );

export const notesOf = async (office: Caller, jobId: string) =>
  (await office.get<{ notes: Note[] }>(`/api/jobs/fetchNotes/${jobId}`)).notes;
export const photosOf = async (office: Caller, jobId: string) =>
  (await office.get<{ imgs: JobImage[] }>(`/api/jobs/fetchImgs/${jobId}`)).imgs;
export const jobOf = async (office: Caller, jobId: string) =>
  (await office.get<{ info: Job }>(`/api/jobs/job/${jobId}`)).info;
export const orderOf = async (office: Caller, id: string) =>
  (await office.get<{ order: WorkOrder }>(`/api/work_orders/single/${id}`)).order;
export const saidIn = async (office: Caller, roomId: string, text: string) =>
  (
    await office.get<{ messages: ChatMessage[] }>(`/api/chat/messages/room/${roomId}?read=false`)
  ).messages.filter(({ contents }) => contents === text);

export const mark = (place: Page | Locator) => place.getByText('Waiting to upload', { exact: true });
export const line = (page: Page, words: string) => page.getByRole('complementary', { name: words });
