/** The letterhead on the first page and the footer of every page. */
import { locale, m } from '@/i18n';
import { initials } from '@/ui/brand/initials';

import type { DocumentHead } from './documentHead';
import type { PdfImage } from './pdfImage';
import { inks, PdfSheet, page, type TextStyle, textWidth } from './pdfSheet';

const { margin } = page;
const right = page.width - margin;

const small: TextStyle = { size: 9.5, color: inks.quiet };
const figure: TextStyle = { size: 21, bold: true };
const words: TextStyle = { size: 13, bold: true };
const letters: TextStyle = { size: 14, bold: true, color: inks.white };

/** Creates a sheet with its letterhead, in the language of the page. */
export function sheetWithLetterhead(head: DocumentHead, title: string, logo: PdfImage | null): PdfSheet {
  const sheet = new PdfSheet();
  sheet.doc.setProperties({ title, author: head.company.name });
  sheet.doc.setLanguage(locale() === 'es' ? 'es' : 'en-US');
  letterhead(sheet, head, logo);
  return sheet;
}

/** The kind and the number of the document, right-aligned. Returns its width; moves `sheet.y` below it. */
function numbered(sheet: PdfSheet, { kind, number }: DocumentHead): number {
  if (number === null) return 0;
  const half = textWidth / 2;
  sheet.line(kind, right, sheet.y, small, 'right');
  sheet.y += 4.6;
  if (sheet.width(number, figure) <= half) {
    sheet.line(number, right, sheet.y, figure, 'right');
    sheet.y += 8;
    return Math.max(sheet.width(kind, small), sheet.width(number, figure));
  }
  // A long title takes several lines.
  for (const line of sheet.lines(number, half, words)) {
    sheet.line(line, right, sheet.y, words, 'right');
    sheet.y += 5.8;
  }
  return half;
}

function letterhead(sheet: PdfSheet, head: DocumentHead, logo: PdfImage | null): void {
  const { company } = head;
  const side = 12;
  const top = sheet.y;
  const numberText = numbered(sheet, head);
  const low = sheet.y;
  if (logo === null) {
    sheet.fill(margin, top, side, side, inks.text, 1.6);
    sheet.line(initials(company.name), margin + side / 2, top + 3.6, letters, 'center');
  } else {
    sheet.picture(logo, margin + side, top, side, side);
  }
  const name: TextStyle = { size: 12, bold: true };
  const lines = sheet.lines(company.name, textWidth - side - numberText - 8, name).slice(0, 2);
  sheet.y = top + (lines.length > 1 || company.location !== null ? 0.8 : 3.6);
  sheet.block(lines, margin + side + 3, name);
  if (company.location !== null) sheet.block([company.location], margin + side + 3, small);
  sheet.y = Math.max(sheet.y, low, top + side) + 4.6;
}

/** The footer of each page: logo, date and page number. */
export function addFooters(sheet: PdfSheet, date: string): void {
  const { doc } = sheet;
  const pages = doc.getNumberOfPages();
  const y = page.height - page.margin - 6;
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
