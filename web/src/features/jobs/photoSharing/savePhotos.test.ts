import { unzipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { aJob } from '@/testing/aJob';
import { aCompany } from '@/testing/render';
import { aPhoto } from '../images/testing';
import { photoZip, zipEntryName } from './photoZip';
import { photoReport } from './savePhotos';

afterEach(() => vi.unstubAllGlobals());

test('a report tells the job from its first day to its last, on the letterhead of the company', () => {
  const days = [
    { day: '2026-06-10', images: [aPhoto(1, { beforeId: aPhoto(9).id }), aPhoto(2)] },
    { day: '2026-06-09', images: [aPhoto(9)] },
  ];
  const job = aJob(7, { jobNumber: '2482', title: 'Whitaker re-roof' });
  const report = photoReport({ job, company: aCompany, zone: 'America/Chicago', days });
  expect(report.head).toMatchObject({ company: { name: aCompany.name }, number: '#2482' });
  expect(report.days.map(({ name }) => name)).toEqual(['Jun 9th 2026', 'Jun 10th 2026']);
  expect(report.days[1]?.photos.map(({ image }) => image.id)).toEqual([aPhoto(2).id, aPhoto(1).id]);
  const pairs = report.pairs.map(({ before, after }) => [before.image.id, after.image.id]);
  expect(pairs).toEqual([[aPhoto(9).id, aPhoto(1).id]]);
});

test('the files of a ZIP are named so that they sort by time and tell who took them', () => {
  expect(zipEntryName('2026-06-09', 3, 'Luis Ríos', '/files/a.png?sig=1')).toBe(
    '2026-06-09-03-Luis-Ríos.png',
  );
});

test('every photo is in the ZIP, and a photo that is gone leaves no half file', async () => {
  const found = vi.fn(async (address: string) => new Response(address));
  vi.stubGlobal('fetch', found);
  const photos = [1, 2].map((number) => ({ image: aPhoto(number), name: `${number}.jpg` }));
  const zip = await photoZip(photos, new AbortController().signal);
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  expect(Object.keys(files)).toEqual(['1.jpg', '2.jpg']);
  expect(new TextDecoder().decode(files['2.jpg'])).toBe(aPhoto(2).imgUrl);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  await expect(photoZip(photos, new AbortController().signal)).rejects.toThrow('404');
});
