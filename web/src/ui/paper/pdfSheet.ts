/** An A4 page to write on, in mm from its upper left corner. Text stays text: it can be selected and searched. */
import { jsPDF } from 'jspdf';
import { latin } from '@/ui/latin';

import type { PaperImage } from './paperImage';

/** Of the tokens on white. */
export const inks = {
  text: '#17212A',
  quiet: '#4D5C69',
  line: '#DCE3E8',
  edge: '#7E8D99',
  copper: '#D8540F',
  white: '#FFFFFF',
};

export const paper = { width: 210, height: 297, margin: 12 };

/** Between the margins. */
export const breadth = paper.width - 2 * paper.margin;

/** What the foot of a page takes, above the margin. */
const foot = 12;

const millimetres = 25.4 / 72;

export interface Hand {
  /** In points. */
  size: number;
  bold?: boolean;
  colour?: string;
}

export class PdfSheet {
  readonly doc = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true });
  /** Where the next line begins. */
  y = paper.margin;

  /** Is there room for so much on this page? */
  fits(height: number): boolean {
    return this.y + height <= paper.height - paper.margin - foot;
  }

  /** Goes on to a new page. */
  turn(): void {
    this.doc.addPage();
    this.y = paper.margin;
  }

  /** Goes on to a new page when `height` does not fit any more. */
  room(height: number): void {
    if (!this.fits(height)) this.turn();
  }

  #take({ size, bold = false, colour = inks.text }: Hand): void {
    this.doc
      .setFont('helvetica', bold ? 'bold' : 'normal')
      .setFontSize(size)
      .setTextColor(colour);
  }

  /** In mm. */
  width(text: string, hand: Hand): number {
    this.#take(hand);
    return this.doc.getTextWidth(latin(text));
  }

  /** The text in lines of at most `width`. */
  lines(text: string, width: number, hand: Hand): string[] {
    this.#take(hand);
    return this.doc.splitTextToSize(latin(text), width) as string[];
  }

  /** One line whose upper edge is at `y`; `right` ends it at `x`. */
  line(text: string, x: number, y: number, hand: Hand, align: 'left' | 'right' | 'center' = 'left'): void {
    this.#take(hand);
    this.doc.text(latin(text), x, y + hand.size * millimetres * 0.95, { align });
  }

  /** Lines from `this.y` down, which is moved below them. */
  block(lines: readonly string[], x: number, hand: Hand, leading = 1.35): void {
    for (const line of lines) {
      this.line(line, x, this.y, hand);
      this.y += hand.size * millimetres * leading;
    }
  }

  /** A box of this edge color. */
  box(x: number, y: number, width: number, height: number, edge: string, thick = 0.2, round = 0): void {
    this.doc.setDrawColor(edge).setLineWidth(thick).roundedRect(x, y, width, height, round, round, 'S');
  }

  /** A line across the page at `this.y`, which is moved below it. */
  rule(colour: string): void {
    const { y } = this;
    this.doc
      .setDrawColor(colour)
      .setLineWidth(0.2)
      .line(paper.margin, y, paper.width - paper.margin, y);
    this.y = y + 1.4;
  }

  fill(x: number, y: number, width: number, height: number, colour: string, round = 0): void {
    this.doc.setFillColor(colour).roundedRect(x, y, width, height, round, round, 'F');
  }

  /** The picture as large as it fits, at the right and upper edge of its place. Answers its height. */
  picture(image: PaperImage, right: number, y: number, width: number, height: number): number {
    const scale = Math.min(width / image.width, height / image.height);
    const [wide, high] = [image.width * scale, image.height * scale];
    this.doc.addImage(image.bytes, 'JPEG', right - wide, y, wide, high);
    return high;
  }
}
