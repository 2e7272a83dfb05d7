/** The photos of a job as a PDF, by day, on the letterhead of the company. Loaded on demand. */
import type { JobImage } from '@bindings';
import { m } from '@/i18n';
import type { DocumentHead } from '@/ui/print/documentHead';
import { loadPdfImage, type PdfImage } from '@/ui/print/pdfImage';
import { addFooters, sheetWithLetterhead } from '@/ui/print/pdfLetterhead';
import { inks, type PdfSheet, page, type TextStyle, textWidth } from '@/ui/print/pdfSheet';

export interface ReportPhoto {
  image: JobImage;
  /** Who took it. */
  author: string;
  /** When, on its day. */
  time: string;
}

export interface PhotoReport {
  head: DocumentHead;
  /** The title of the job. */
  title: string;
  /** Street, then city, state and zip. */
  place: readonly string[];
  /** Oldest first: the report tells the job from its beginning. */
  days: readonly { name: string; photos: readonly ReportPhoto[] }[];
  /** Photos of the same place before and after the work, side by side. */
  pairs: readonly { before: ReportPhoto; after: ReportPhoto }[];
  /** Today, `MM/DD/YYYY`. */
  printed: string;
}

const { margin } = page;
const gap = 6;
const columns = 2;
const wide = (textWidth - gap * (columns - 1)) / columns;
const high = wide * 0.75;
/** The caption, in two lines at most, and the author. */
const leading = 4.6;
const foot = 18;

const dayStyle: TextStyle = { size: 12, bold: true };
const bold: TextStyle = { size: 10, bold: true };
const small: TextStyle = { size: 9.5, color: inks.quiet };

function top(sheet: PdfSheet, { title, place }: PhotoReport): void {
  const heading: TextStyle = { size: 19, bold: true };
  sheet.block(sheet.lines(title, textWidth, heading), margin, heading, 1.2);
  sheet.y += 1;
  sheet.block(place, margin, { size: 11.5 }, 1.4);
  sheet.y += 3;
}

/** One photo in the middle of its box, with its caption, its author and the time below. */
function photo(sheet: PdfSheet, picture: PdfImage, { image, author, time }: ReportPhoto, x: number): void {
  sheet.fill(x, sheet.y, wide, high, '#F2F5F7');
  const scale = Math.min(wide / picture.width, high / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const left = x + (wide - width) / 2;
  sheet.doc.addImage(picture.bytes, 'JPEG', left, sheet.y + (high - height) / 2, width, height);
  const caption = image.caption ? sheet.lines(image.caption, wide, bold).slice(0, 2) : [];
  const under = sheet.y + high + 1.6;
  for (const [at, line] of caption.entries()) sheet.line(line, x, under + at * leading, bold);
  const low = under + caption.length * leading;
  sheet.line(author, x, low, small);
  sheet.line(time, x + wide, low, small, 'right');
}

/** A row for each pair, before on the left and after on the right, each under its word. */
async function pairRows(sheet: PdfSheet, { pairs }: PhotoReport, signal: AbortSignal): Promise<void> {
  for (const [at, { before, after }] of pairs.entries()) {
    sheet.room((at === 0 ? 8 : 0) + leading + high + foot);
    if (at === 0) {
      sheet.block([m.jobs_pair()], margin, dayStyle, 1.4);
      sheet.rule(inks.edge);
      sheet.y += 1;
    }
    sheet.line(m.jobs_pairBefore(), margin, sheet.y, bold);
    sheet.line(m.jobs_pairAfter(), margin + wide + gap, sheet.y, bold);
    sheet.y += leading + 0.6;
    photo(sheet, await loadPdfImage(before.image.imgUrl, signal), before, margin);
    photo(sheet, await loadPdfImage(after.image.imgUrl, signal), after, margin + wide + gap);
    sheet.y += high + foot;
  }
  if (pairs.length > 0) sheet.y += 3;
}

/** Creates the PDF, one photo after the other, so that hundreds do not fill the memory. Rejects when canceled. */
export async function photoReportPdf(
  report: PhotoReport,
  logo: PdfImage | null,
  signal: AbortSignal,
): Promise<Blob> {
  const sheet = sheetWithLetterhead(report.head, `${m.jobs_photoReport()} ${report.title}`, logo);
  top(sheet, report);
  await pairRows(sheet, report, signal);
  for (const { name, photos } of report.days) {
    sheet.room(8 + high + foot);
    sheet.block([name], margin, dayStyle, 1.4);
    sheet.rule(inks.edge);
    sheet.y += 1;
    for (const [at, each] of photos.entries()) {
      const column = at % columns;
      if (column === 0) sheet.room(high + foot);
      photo(sheet, await loadPdfImage(each.image.imgUrl, signal), each, margin + column * (wide + gap));
      if (column === columns - 1 || at === photos.length - 1) sheet.y += high + foot;
    }
    sheet.y += 3;
  }
  addFooters(sheet, report.printed);
  return sheet.doc.output('blob');
}
