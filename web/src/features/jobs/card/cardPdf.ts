/** The card as a PDF: the same content as the sheet on the screen, as text. Loaded on demand. */
import { m } from '@/i18n';
import type { PdfImage } from '@/ui/print/pdfImage';
import { addFooters, sheetWithLetterhead } from '@/ui/print/pdfLetterhead';
import { inks, type PdfSheet, page, type TextStyle, textWidth } from '@/ui/print/pdfSheet';

import type { CardContent } from './cardContent';

export interface CardImages {
  picture: PdfImage | null;
  logo: PdfImage | null;
}

const { margin } = page;
const right = page.width - margin;

const plain: TextStyle = { size: 10.5 };
const bold: TextStyle = { size: 10.5, bold: true };
const quiet: TextStyle = { size: 10.5, color: inks.quiet };
const small: TextStyle = { size: 9.5, color: inks.quiet };
const head: TextStyle = { size: 11, bold: true };

/** The colored band of the job, up to the edge of the page. */
function band(sheet: PdfSheet, color: string): void {
  const { doc, y } = sheet;
  doc.setFillColor(color);
  doc.triangle(margin, y + 2.6, margin + 3.1, y, margin + 3.1, y + 2.6, 'F');
  doc.rect(margin + 3, y, page.width - margin - 3, 2.6, 'F');
  sheet.y = y + 7.6;
}

function facts(sheet: PdfSheet, content: CardContent, width: number): void {
  const names = content.facts.map(({ name }) => sheet.width(name, quiet));
  const indent = Math.max(26, ...names) + 4;
  const x = margin + indent;
  for (const { name, main, more } of content.facts) {
    sheet.room(6);
    sheet.line(name, margin, sheet.y, quiet);
    const wide = sheet.width(main, bold);
    if (wide + sheet.width(more, plain) <= width - indent) {
      sheet.line(main, x, sheet.y, bold);
      sheet.block([more], x + wide, plain);
    } else {
      sheet.block(sheet.lines(main, width - indent, bold), x, bold);
      const rest = more.replace(/^[, ]+/, '');
      if (rest !== '') sheet.block(sheet.lines(rest, width - indent, plain), x, plain);
    }
    sheet.y += 0.9;
  }
}

/** Title, address and facts, with the picture at their right. */
function top(sheet: PdfSheet, content: CardContent, picture: PdfImage | null): void {
  const start = sheet.y;
  const wide = textWidth * 0.38;
  const width = picture === null ? textWidth : textWidth - wide - 6;
  const end = picture === null ? start : start + sheet.picture(picture, right, start, wide, 90);
  const title: TextStyle = { size: 21, bold: true };
  sheet.block(sheet.lines(content.title, width, title), margin, title, 1.2);
  sheet.y += 1.6;
  const place: TextStyle = { size: 12.5 };
  for (const line of content.place) sheet.block(sheet.lines(line, width, place), margin, place, 1.4);
  sheet.y += 3;
  facts(sheet, content, width);
  // With a long title the facts may continue on the next page, away from the picture.
  sheet.y = (sheet.y < start ? sheet.y : Math.max(sheet.y, end)) + 5;
}

function note(sheet: PdfSheet, text: string): void {
  const lines = sheet.lines(text, textWidth - 8, plain);
  const height = lines.length * 5 + 5;
  sheet.room(height + 7);
  sheet.block([m.jobs_note()], margin, head, 1.5);
  sheet.box(margin, sheet.y, textWidth, height, inks.text, 0.4);
  const bottom = sheet.y + height;
  sheet.y += 2.8;
  sheet.block(lines, margin + 4, plain);
  sheet.y = bottom + 3;
}

function tags(sheet: PdfSheet, words: readonly string[]): void {
  const style: TextStyle = { size: 9.5, bold: true };
  const height = 5.6;
  let x = margin;
  sheet.room(height);
  for (const word of words) {
    const width = sheet.width(word, style) + 4.4;
    if (x > margin && x + width > right) {
      x = margin;
      sheet.y += height + 1.6;
      sheet.room(height);
    }
    sheet.box(x, sheet.y, width, height, inks.edge, 0.25, 0.8);
    sheet.line(word, x + 2.2, sheet.y + 1.1, style);
    x += width + 1.6;
  }
  sheet.y += height + 3;
}

function measures(sheet: PdfSheet, { measures: all }: CardContent): void {
  const columns = 5;
  const width = textWidth / columns;
  const height = 14;
  sheet.y += 3;
  sheet.room(height + 7);
  sheet.block([m.jobs_measurements()], margin, head, 1.6);
  for (const [at, { amount, unit }] of all.entries()) {
    const column = at % columns;
    if (column === 0 && at > 0) {
      sheet.y += height;
      sheet.room(height);
    }
    const x = margin + column * width;
    sheet.box(x, sheet.y, width, height, inks.line);
    sheet.line(amount, x + 3.2, sheet.y + 2.2, { size: 14, bold: true });
    sheet.line(unit, x + 3.2, sheet.y + 8.4, small);
  }
  sheet.y += height + 3;
}

/** Each order with its total and its items. */
function orders(sheet: PdfSheet, { orders: kinds }: CardContent): void {
  const [name, figures] = [margin + 24, 30];
  for (const { heading, orders: all } of kinds) {
    sheet.y += 3;
    sheet.room(20);
    sheet.block([heading], margin, head, 1.6);
    for (const { title, total, items } of all) {
      sheet.room(12);
      sheet.line(total, right, sheet.y, bold, 'right');
      sheet.block(sheet.lines(title, textWidth - figures, bold), margin, bold);
      sheet.rule(inks.edge);
      for (const item of items) {
        const lines = sheet.lines(item.name, textWidth - 24 - figures, plain);
        sheet.room(lines.length * 5 + 1);
        sheet.line(item.quantity, margin + 20, sheet.y, plain, 'right');
        sheet.line(item.total, right, sheet.y, plain, 'right');
        sheet.block(lines, name, plain);
      }
      sheet.y += 2.4;
    }
  }
}

/** Creates the PDF of the card, in the language of the page. */
export function cardPdf(content: CardContent, { picture, logo }: CardImages): Blob {
  const title = [content.number, content.title].filter(Boolean).join(' ');
  const sheet = sheetWithLetterhead({ ...content, kind: m.jobs_job() }, title, logo);
  band(sheet, content.color);
  top(sheet, content, picture);
  if (content.note !== null) note(sheet, content.note);
  if (content.tags.length > 0) tags(sheet, content.tags);
  if (content.measures.length > 0) measures(sheet, content);
  orders(sheet, content);
  addFooters(sheet, content.printed);
  return sheet.doc.output('blob');
}
