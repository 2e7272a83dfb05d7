/** Saves or prints the current calendar view. */

import { createYielder } from '@/ui/feedback/useCancelable';
import { saveFile } from '@/ui/files/saveFile';

import { calendarPdf, type Drawing } from './calendarPdf';
import { calendarPng } from './calendarPng';
import { layOutForPrint, type PrintHead, printElement, printWidth } from './printLayout';
import { readShapes } from './readShapes';

export type Output = 'pdf' | 'png' | 'paper';

/** `2026-11-21-calendar.pdf`. */
export const fileName = (day: string, output: 'pdf' | 'png'): string => `${day}-calendar.${output}`;

interface Job {
  output: Output;
  /** Today as `YYYY-MM-DD`, and formatted. */
  day: string;
  date: string;
  head: PrintHead;
  /** Canceling yields neither a file nor a dialog. */
  signal: AbortSignal;
}

/** Draws what is shown and saves or prints it. Rejects if the browser cannot, or if it is stopped. */
export async function printCalendar(
  shown: HTMLElement,
  { output, day, date, head, signal }: Job,
): Promise<void> {
  await document.fonts.ready;
  signal.throwIfAborted();
  const sheet = layOutForPrint(shown, head);
  if (output === 'paper') {
    printElement(sheet);
    return;
  }
  const yielder = createYielder(signal);
  const written = async (): Promise<Blob> => {
    const shapes = await readShapes(sheet, yielder);
    const { height } = sheet.getBoundingClientRect();
    if (output === 'png') return calendarPng(shapes, printWidth, height, yielder);
    const drawing: Drawing = {
      shapes,
      width: printWidth,
      height,
      title: head.title,
      author: head.company,
      date,
    };
    return calendarPdf(drawing, yielder);
  };
  try {
    const file = await written();
    await yielder.yieldNow();
    saveFile(fileName(day, output), file);
  } finally {
    sheet.remove();
  }
}
