/** What users do on a random day, and what waits for the network at its end. */
import type { Page } from '@playwright/test';

import type { Appointment, Customer, Job } from '../../../bindings';
import type { Caller } from './apiCaller';
import { emptyDay } from './appointments';
import { expect } from './fixtures';
import { addNote, notesOf, photosOf } from './outboxDay';

export interface Waiting {
  kind: string;
  /** The text of a note or a message, the title of a new job, the start of a move, the name of a photo. */
  content: string;
  state: string;
  reason: string;
}

/** What waits in this browser. */
export const waiting = (page: Page): Promise<Waiting[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opened = indexedDB.open('ridgeline.outbox');
        opened.onupgradeneeded = () => opened.transaction?.abort();
        opened.onerror = () => resolve([]);
        opened.onsuccess = () => {
          const all = opened.result.transaction('entries').objectStore('entries').getAll();
          all.onsuccess = () => {
            opened.result.close();
            resolve(
              all.result.map(({ kind, content, message, form, start, job, file, state, reason }) => ({
                kind,
                content:
                  content ?? message?.contents ?? form?.title ?? start ?? job?.title ?? file?.name ?? '',
                state,
                reason,
              })),
            );
          };
        };
      }),
  );

/** Noise, which a JPEG cannot make small: a photo of some megabytes. */
export const noise = async (page: Page, side: number): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate((pixels) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [pixels, pixels];
      const pen = canvas.getContext('2d');
      if (pen === null) throw new Error('no canvas');
      const image = pen.createImageData(pixels, pixels);
      for (let at = 0; at < image.data.length; at += 65_536)
        crypto.getRandomValues(image.data.subarray(at, Math.min(at + 65_536, image.data.length)));
      for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
      pen.putImageData(image, 0, 0);
      return canvas.toDataURL('image/jpeg', 0.92).split(',')[1] ?? '';
    }, side),
    'base64',
  );

export async function choosePhoto(page: Page, name: string, side: number): Promise<void> {
  const input = page.locator('input[type=file][multiple]').first();
  await input.setInputFiles({ name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await noise(page, side) });
}

/** Waits until the browser or the server has it: then it must not be lost any more. */
export async function expectHanded(
  page: Page,
  what: string,
  isIt: (entry: Waiting) => boolean,
  onServer: () => Promise<number>,
  count = 1,
): Promise<void> {
  const isHanded = async () => (await waiting(page)).filter(isIt).length + (await onServer()) >= count;
  await expect.poll(isHanded, what).toBe(true);
}

/** Fills in the form of a new job; its page opens, whether it was stored or waits. */
export async function createOnPhone(page: Page, title: string): Promise<void> {
  await page.goto('/app/jobs/new');
  const fields = { Title: title, City: 'Nashville', State: 'TN' };
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(new RegExp(`^${label}`)).fill(text);
  await expect(async () => {
    const button = page.getByRole('button', { name: 'Create job' });
    if (page.url().endsWith('/new')) await button.click({ timeout: 5_000 });
    await expect(page).not.toHaveURL(/\/new$/, { timeout: 20_000 });
  }).toPass();
  await expect(page).toHaveURL(/\/app\/jobs\/[\w-]{36}$/);
}

/** The jobs with this title on the server. */
export const jobsNamed = async (office: Caller, title: string, side = 'contractor') =>
  (await office.get<{ jobs: Job[] }>(`/api/jobs/myJobs/${side}`)).jobs.filter((job) => job.title === title);

/** A job that was made on the phone, with what was added to it. */
export interface MadeJob {
  title: string;
  notes: string[];
  photos: number;
}

/** Adds a note or a photo to the job whose page is open. */
export async function addToOpenJob(page: Page, office: Caller, job: MadeJob, what: 'note' | 'photo') {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const stored = async () => (await jobsNamed(office, job.title))[0]?.id;
  if (what === 'note') {
    const text = `Of ${job.title} ${job.notes.length} ${crypto.randomUUID().slice(0, 8)}`;
    await page.goto(`/app/jobs/${id}?view=notes`);
    await addNote(page, text);
    job.notes.push(text);
    const there = async () => {
      const jobId = await stored();
      return jobId === undefined
        ? 0
        : (await notesOf(office, jobId)).filter(({ content }) => content === text).length;
    };
    return expectHanded(page, text, ({ content }) => content === text, there);
  }
  const count = async () => {
    const jobId = await stored();
    return jobId === undefined ? 0 : (await photosOf(office, jobId)).length;
  };
  await page.goto(`/app/jobs/${id}?view=images`);
  await choosePhoto(page, `${job.title} ${job.photos}`, 120);
  job.photos += 1;
  const isOfJob = (entry: Waiting) => entry.kind === 'photo' && entry.content.startsWith(job.title);
  return expectHanded(page, `a photo of ${job.title}`, isOfJob, count, job.photos);
}

/** The server has the job once, with all that was added to it, each once; and the phone shows it so. */
export async function expectStored(page: Page, office: Caller, job: MadeJob): Promise<void> {
  const found = await jobsNamed(office, job.title);
  expect(found, job.title).toHaveLength(1);
  const id = found[0]?.id ?? '';
  const notes = (await notesOf(office, id)).map(({ content }) => content);
  expect(notes.toSorted(), `notes of ${job.title}`).toEqual(job.notes.toSorted());
  expect(await photosOf(office, id), `photos of ${job.title}`).toHaveLength(job.photos);
  await page.goto(`/app/jobs?q=${encodeURIComponent(job.title)}`);
  await expect(page.getByRole('link', { name: job.title })).toHaveCount(1);
  await expect(page.getByText('Waiting to upload')).toHaveCount(0);
}

/** An appointment of half an hour at 9:30, on a day without others. */
export async function anAppointmentOf(office: Caller): Promise<Meeting> {
  const { customers } = await office.get<{ customers: Customer[] }>('/api/customers/find');
  const { user } = await office.get<{ user: { id: string } }>('/api/auth/fetchProfile');
  const day = emptyDay();
  const { appointment } = await office.post<{ appointment: Appointment }>('/api/appointments/create', {
    customerId: customers[0]?.id,
    assignedToId: user.id,
    lengthMinutes: 30,
    start: `${day}T14:30:00Z`,
  });
  return {
    id: appointment.id,
    day,
    page: `/app/calendar/appointment_options/${appointment.id}?show=appointments&date=${day}`,
  };
}

export interface Meeting {
  id: string;
  day: string;
  /** Its address. */
  page: string;
}

/** A quarter of an hour in the afternoon of Nashville: on the clock there, and in UTC. */
export function quarter(
  meeting: Meeting,
  random: () => number,
): { wall: string; start: string; end: string } {
  const minutes = 13 * 60 + Math.floor(random() * 16) * 15;
  const at = (shift: number) => {
    const all = minutes + shift;
    return `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`;
  };
  const instant = (shift: number) => `${meeting.day}T${at(300 + shift)}:00Z`;
  return { wall: at(0), start: instant(0), end: instant(30) };
}

export const startOf = async (office: Caller, { id }: Meeting): Promise<string> =>
  (await office.get<{ appointments: Appointment[] }>('/api/appointments/company')).appointments.find(
    (each) => each.id === id,
  )?.start ?? '';

/** Moves it by its form. */
export async function moveOnPhone(page: Page, meeting: Meeting, wall: string): Promise<void> {
  await page.goto(meeting.page);
  await page.getByLabel('Start time').fill(wall);
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByLabel('Start time')).toHaveCount(0);
}

/** The words of the list of what waits. */
const english = { title: 'Waiting to upload', banner: /waiting to upload|needs? your answer/, show: 'Show' };
export const spanish: typeof english = {
  title: 'Lo que falta subir',
  banner: /por subir|su respuesta/,
  show: 'Ver',
};

/** Decides about one thing that conflicts, by one of these buttons. */
export async function decide(page: Page, choices: () => string, words = english): Promise<void> {
  const undecided = async () => (await waiting(page)).filter(({ state }) => state === 'changed').length;
  if ((await undecided()) === 0) return;
  const list = page.getByRole('dialog', { name: words.title });
  if (!(await list.isVisible())) {
    await page.goto('/app/jobs');
    const banner = page.getByRole('complementary', { name: words.banner });
    await banner.getByRole('button', { name: words.show }).click();
  }
  const before = await undecided();
  await list.getByRole('button', { name: choices() }).first().click();
  await expect.poll(undecided).not.toBe(before);
}
