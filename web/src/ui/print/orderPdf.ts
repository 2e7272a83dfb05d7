/** An order as a PDF: long ones continue on further pages, each with the table head. */
import type {
  OrderColumn,
  OrderDocument,
  OrderFact,
  OrderRow,
  OrderSignature,
  OrderSignatures,
} from './orderDocument';
import type { PdfImage } from './pdfImage';
import { addFooters, sheetWithLetterhead } from './pdfLetterhead';
import { inks, type PdfSheet, page, type TextStyle, textWidth } from './pdfSheet';

const { margin } = page;
const right = page.width - margin;
const gap = 4;

const plain: TextStyle = { size: 10.5 };
const bold: TextStyle = { size: 10.5, bold: true };
const small: TextStyle = { size: 9.5, color: inks.quiet };
const head: TextStyle = { size: 9.5, bold: true, color: inks.quiet };

function heavyRule(sheet: PdfSheet): void {
  sheet.fill(margin, sheet.y, textWidth, 0.5, inks.text);
  sheet.y += 4;
}

/** Names need more space than dates. */
const shareOf = ({ more = [] }: OrderFact) => (more.length > 0 ? 1.7 : 1);

/** The facts side by side. */
function facts(sheet: PdfSheet, all: readonly OrderFact[]): void {
  const shares = all.reduce((sum, fact) => sum + shareOf(fact), 0);
  const top = sheet.y;
  let low = top;
  let x = margin;
  for (const fact of all) {
    const { name, main, more = [], bold: strong = false } = fact;
    const wide = (textWidth * shareOf(fact)) / shares;
    sheet.y = top;
    sheet.block([name], x, small, 1.5);
    const font = strong ? bold : plain;
    sheet.block(sheet.lines(main, wide - gap, font), x, font);
    for (const line of more) sheet.block(sheet.lines(line, wide - gap, plain), x, plain);
    low = Math.max(low, sheet.y);
    x += wide;
  }
  sheet.y = low + 5;
}

/** The start and end of each column, in mm. */
const placed = (columns: readonly OrderColumn[]) =>
  columns.map((column, at) => {
    const x = margin + columns.slice(0, at).reduce((sum, { width }) => sum + width, 0);
    const last = at === columns.length - 1;
    return { ...column, x, end: x + column.width - (last ? 0 : gap) };
  });

type Placed = ReturnType<typeof placed>;

function tableHead(sheet: PdfSheet, columns: Placed): void {
  for (const { name, x, end, figures = false } of columns)
    sheet.line(name, figures ? end : x, sheet.y, head, figures ? 'right' : 'left');
  sheet.y += 5.4;
  sheet.rule(inks.edge);
}

/** The wrapped text of a row: of its cells, and the text under it. */
function inked(sheet: PdfSheet, columns: Placed, { cells, under }: OrderRow) {
  const drawn = columns.map(({ x, end, figures = false, bold: strong = false }, at) => {
    const font = strong ? bold : plain;
    const text = cells[at] ?? '';
    return { x, end, figures, font, lines: figures ? [text] : sheet.lines(text, end - x, font) };
  });
  const widest = columns.toSorted((a, b) => b.width - a.width)[0];
  const place = drawn[widest === undefined ? 0 : columns.indexOf(widest)];
  const more =
    under === undefined || place === undefined ? [] : sheet.lines(under, place.end - place.x, small);
  return { drawn, more, place };
}

const leading = 5;
const smallLeading = 4.5;

/** Writes the text under a row; it continues on the next page if it does not fit. */
function rest(sheet: PdfSheet, lines: string[], x: number, continueOnNewPage: () => void): void {
  for (const line of lines) {
    if (!sheet.fits(smallLeading + 2)) continueOnNewPage();
    sheet.block([line], x, small, smallLeading / (small.size * 0.3528));
  }
}

function table(sheet: PdfSheet, { columns: given, rows }: OrderDocument): void {
  const columns = placed(given);
  const continueOnNewPage = () => {
    sheet.turn();
    tableHead(sheet, columns);
  };
  sheet.room(20);
  tableHead(sheet, columns);
  for (const row of rows) {
    const { drawn, more, place } = inked(sheet, columns, row);
    const height = Math.max(...drawn.map(({ lines }) => lines.length)) * leading;
    // A row stays on one page with the first lines of the text under it.
    if (!sheet.fits(height + Math.min(more.length, 4) * smallLeading + 3)) continueOnNewPage();
    const top = sheet.y;
    for (const { x, end, figures, font, lines } of drawn)
      for (const [at, line] of lines.entries())
        sheet.line(line, figures ? end : x, top + at * leading, font, figures ? 'right' : 'left');
    sheet.y = top + height;
    if (place !== undefined) rest(sheet, more, place.x, continueOnNewPage);
    sheet.y += 0.8;
    sheet.rule(inks.line);
  }
}

function total(sheet: PdfSheet, { name, amount, beside }: OrderDocument['total']): void {
  sheet.room(14);
  heavyRule(sheet);
  sheet.y -= 1;
  if (beside !== undefined) sheet.line(beside, margin, sheet.y + 1, small);
  const figure: TextStyle = { size: 15, bold: true };
  sheet.line(amount, right, sheet.y, figure, 'right');
  sheet.line(name, right - sheet.width(amount, figure) - 8, sheet.y + 1.2, { ...bold, size: 11.5 }, 'right');
  sheet.y += 12;
}

const isBlank = (signature: OrderSignature): signature is { blank: string } => 'blank' in signature;

/** The signatures with dates, two side by side; missing ones as lines for a signature and a date. */
function signatures(sheet: PdfSheet, given: OrderSignatures): void {
  const { heading, all, date } = given;
  const wide = (textWidth - 10) / 2;
  sheet.room(32);
  sheet.block([heading], margin, { size: 11, bold: true }, 1.8);
  const height = 18;
  for (const [at, signature] of all.entries()) {
    const x = margin + (at % 2) * (wide + 10);
    if (at > 0 && at % 2 === 0) {
      sheet.y += height;
      sheet.room(height);
    }
    const { y } = sheet;
    if (isBlank(signature)) {
      sheet.fill(x, y + 9.6, wide, 0.3, inks.text);
      sheet.line(signature.blank, x, y + 10.8, small);
      sheet.line(date, x + wide, y + 10.8, small, 'right');
    } else {
      sheet.line(signature.name, x, y + 0.8, bold);
      sheet.line(signature.when, x, y + 5.8, small);
      if (signature.mark !== null) sheet.line(signature.mark, x, y + 10.4, { ...small, bold: true });
    }
  }
  sheet.y += height;
}

/** Creates the PDF, in the language of the page. */
export function orderPdf(content: OrderDocument, logo: PdfImage | null): Blob {
  const { head: letterhead, signatures: signed } = content;
  const title = [letterhead.kind, letterhead.number].filter(Boolean).join(' ');
  const sheet = sheetWithLetterhead(letterhead, title, logo);
  heavyRule(sheet);
  facts(sheet, content.facts);
  table(sheet, content);
  total(sheet, content.total);
  if (signed !== undefined) signatures(sheet, signed);
  addFooters(sheet, content.printed);
  return sheet.doc.output('blob');
}
