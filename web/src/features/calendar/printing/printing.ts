/** The calendar that is shown, as a file or on paper. */
import { saveFile } from '@/ui/saveFile';
import { breathing } from '@/ui/useStoppable';

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
  /** Whoever stops it gets neither a file nor a dialog. */
  signal: AbortSignal;
}

/** Draws what is shown and saves or prints it. Rejects when the browser cannot, and when it is stopped. */
export async function printCalendar(
  shown: HTMLElement,
  { output, day, date, head, signal }: Job,
): Promise<void> {
  await document.fonts.ready;
  signal.throwIfAborted();
  const paper = layOut(shown, head);
  if (output === 'paper') {
    printPaper(paper);
    return;
  }
  const breath = breathing(signal);
  const written = async (): Promise<Blob> => {
    const shapes = await readShapes(paper, breath);
    const { height } = paper.getBoundingClientRect();
    if (output === 'png') return calendarPng(shapes, paperWidth, height, breath);
    const drawing: Drawing = {
      shapes,
      width: paperWidth,
      height,
      title: head.title,
      author: head.company,
      date,
    };
    return calendarPdf(drawing, breath);
  };
  try {
    const file = await written();
    await breath.take();
    saveFile(fileName(day, output), file);
  } finally {
    paper.remove();
  }
}
