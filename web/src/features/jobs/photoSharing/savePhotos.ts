/** Saves the photos of a job: as a report to hand over, or as files. */
import type { Company, Job, JobImage } from '@bindings';
import { m } from '@/i18n';
import { imagePairs } from '@/queries/jobs/withPair';
import { companyToday } from '@/ui/dates/companyDay';
import { dayText, numericDay } from '@/ui/dates/dates';
import { timeText } from '@/ui/dates/times';
import { saveFile } from '@/ui/files/saveFile';
import { popup } from '@/ui/overlays/popups';
import { addressLines, letterheadOf } from '@/ui/print/documentHead';
import { fileName, loadLogo, pdfName } from '@/ui/print/printOutput';
import type { PhotoDay } from '../images/photoDays';
import { authorName, postedDate } from '../images/photoText';
import type { PhotoReport } from './photoReport';

interface Saved {
  job: Job;
  company: Company;
  zone: string;
  /** Newest first, as they are shown. */
  days: readonly PhotoDay[];
  signal: AbortSignal;
}

/** From the first day of the job to the last. */
const inTime = (days: readonly PhotoDay[]): PhotoDay[] =>
  days.toReversed().map(({ day, images }) => ({ day, images: images.toReversed() }));

const numberOf = ({ jobNumber }: Job): string | null =>
  jobNumber === null || jobNumber === '' ? null : `#${jobNumber}`;

/** The content of the report. */
export function photoReport({ job, company, zone, days }: Omit<Saved, 'signal'>): PhotoReport {
  const shown = (image: JobImage, time: string) => ({ image, author: authorName(image), time });
  const ordered = inTime(days);
  const dayAndTime = (image: JobImage) =>
    shown(image, `${postedDate(image, zone)} ${timeText(image.dateInserted, zone)}`);
  return {
    head: { company: letterheadOf(job, company), kind: m.jobs_photoReport(), number: numberOf(job) },
    title: job.title,
    place: addressLines(job),
    days: ordered.map(({ day, images }) => ({
      name: dayText(day),
      photos: images.map((image) => shown(image, timeText(image.dateInserted, zone))),
    })),
    pairs: imagePairs(ordered.flatMap(({ images }) => images)).map(({ before, after }) => ({
      before: dayAndTime(before),
      after: dayAndTime(after),
    })),
    printed: numericDay(companyToday()),
  };
}

/** Runs a task that fetches every photo. A failure is shown, unless it was canceled. */
async function saveAll(signal: AbortSignal, name: string, write: () => Promise<Blob>): Promise<void> {
  try {
    const file = await write();
    if (!signal.aborted) saveFile(name, file);
  } catch {
    if (!signal.aborted) await popup.oops(m.jobs_photosFailed());
  }
}

/** Saves the report as a PDF. */
export function savePhotoReport(saved: Saved): Promise<void> {
  const { job, signal } = saved;
  const report = photoReport(saved);
  const name = pdfName(m.jobs_photoReportFile(), numberOf(job) ?? job.title);
  return saveAll(signal, name, async () => {
    const { photoReportPdf } = await import('./photoReport');
    return photoReportPdf(report, await loadLogo(report.head.company.logoUrl, signal), signal);
  });
}

/** Saves all photos in one ZIP file, named by day and author. */
export function savePhotoZip({ job, days, signal }: Saved): Promise<void> {
  const name = fileName(m.jobs_photosFile(), numberOf(job) ?? job.title, 'zip');
  return saveAll(signal, name, async () => {
    const { photoZip, zipEntryName } = await import('./photoZip');
    const photos = inTime(days).flatMap(({ day, images }) =>
      images.map((image, at) => ({
        image,
        name: zipEntryName(day, at + 1, authorName(image), image.imgUrl),
      })),
    );
    return photoZip(photos, signal);
  });
}
