/** The calendar that is shown, as a file or on paper. */
import { saveFile } from '@/ui/saveFile';

import { calendarPdf, type Drawing } from './calendarPdf';
import { calendarPng } from './calendarPng';
import { layOut, type PaperHead, paperWidth, printPaper } from './paper';
import { readShapes } from './readShapes';

export type Output = 'pdf' | 'png' | 'paper';

/** `2026-11-21-calendar.pdf`. */
export const fileName = (day: string, output: 'pdf' | 'png'): string => `${day}-calendar.${output}`;

interface Job {
  output: Output;
  /** Today, `YYYY-MM-DD`, and as it is read. */
  day: string;
  date: string;
  head: PaperHead;
}

/** Draws what is shown and saves or prints it. Rejects when the browser cannot. */
export async function printCalendar(shown: HTMLElement, { output, day, date, head }: Job): Promise<void> {
  await document.fonts.ready;
  const paper = layOut(shown, head);
  if (output === 'paper') {
    printPaper(paper);
    return;
  }
  try {
    const shapes = readShapes(paper);
    const { height } = paper.getBoundingClientRect();
    if (output === 'png')
      return saveFile(fileName(day, 'png'), await calendarPng(shapes, paperWidth, height));
    const drawing: Drawing = {
      shapes,
      width: paperWidth,
      height,
      title: head.title,
      author: head.company,
      date,
    };
    saveFile(fileName(day, 'pdf'), calendarPdf(drawing));
  } finally {
    paper.remove();
  }
}
