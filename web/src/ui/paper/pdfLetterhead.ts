/** What stands on every page that is printed: the letterhead on top of the first, and the foot of each. */
import { locale, m } from '@/i18n';
import { initials } from '@/ui/initials';

import type { PaperHead } from './paperHead';
import type { PaperImage } from './paperImage';
import { breadth, type Hand, inks, PdfSheet, paper } from './pdfSheet';

const { margin } = paper;
const right = paper.width - margin;

const small: Hand = { size: 9.5, colour: inks.quiet };
const figure: Hand = { size: 21, bold: true };
const words: Hand = { size: 13, bold: true };
const letters: Hand = { size: 14, bold: true, colour: inks.white };

/** A sheet in the language of the page, with its letterhead written. */
export function headedSheet(head: PaperHead, title: string, logo: PaperImage | null): PdfSheet {
  const sheet = new PdfSheet();
  sheet.doc.setProperties({ title, author: head.company.name });
  sheet.doc.setLanguage(locale() === 'es' ? 'es' : 'en-US');
  letterhead(sheet, head, logo);
  return sheet;
}

/** What the paper is and its number, at the right. Answers how wide it is; `sheet.y` goes below it. */
function numbered(sheet: PdfSheet, { kind, number }: PaperHead): number {
  if (number === null) return 0;
  const half = breadth / 2;
  sheet.line(kind, right, sheet.y, small, 'right');
  sheet.y += 4.6;
  if (sheet.width(number, figure) <= half) {
    sheet.line(number, right, sheet.y, figure, 'right');
    sheet.y += 8;
    return Math.max(sheet.width(kind, small), sheet.width(number, figure));
  }
  // A title in words takes the lines it needs.
  for (const line of sheet.lines(number, half, words)) {
    sheet.line(line, right, sheet.y, words, 'right');
    sheet.y += 5.8;
  }
  return half;
}

function letterhead(sheet: PdfSheet, head: PaperHead, logo: PaperImage | null): void {
  const { company } = head;
  const side = 12;
  const top = sheet.y;
  const told = numbered(sheet, head);
  const low = sheet.y;
  if (logo === null) {
    sheet.fill(margin, top, side, side, inks.text, 1.6);
    sheet.line(initials(company.name), margin + side / 2, top + 3.6, letters, 'center');
  } else {
    sheet.picture(logo, margin + side, top, side, side);
  }
  const name: Hand = { size: 12, bold: true };
  const lines = sheet.lines(company.name, breadth - side - told - 8, name).slice(0, 2);
  sheet.y = top + (lines.length > 1 || company.location !== null ? 0.8 : 3.6);
  sheet.block(lines, margin + side + 3, name);
  if (company.location !== null) sheet.block([company.location], margin + side + 3, small);
  sheet.y = Math.max(sheet.y, low, top + side) + 4.6;
}

/** The mark, the date and the number of the page, at the foot of each. */
export function feet(sheet: PdfSheet, date: string): void {
  const { doc } = sheet;
  const pages = doc.getNumberOfPages();
  const y = paper.height - paper.margin - 6;
  for (let page = 1; page <= pages; page += 1) {
    doc.setPage(page);
    doc
      .setDrawColor(inks.line)
      .setLineWidth(0.2)
      .line(margin, y - 3, right, y - 3);
    const scale = 4.6 / 32;
    const mark = (points: [number, number][], x: number, low: number) =>
      doc.lines(points, margin + x * scale, y + low * scale, [scale, scale], 'F', true);
    doc.setFillColor(inks.text);
    mark(
      [
        [8.6, -17.2],
        [14.6, 0],
        [-8.6, 17.2],
      ],
      0.8,
      24.6,
    );
    doc.setFillColor(inks.copper);
    mark(
      [
        [8, -15.7],
        [5.5, 15.7],
      ],
      17.9,
      24.6,
    );
    sheet.line('Ridgeline', margin + 6, y + 0.6, small);
    sheet.line(m.card_page({ date, page, pages }), right, y + 0.6, small, 'right');
  }
}
