import { colors, completedColor } from '@/wasm/rules';

import styles from './PrintLayout.module.css';

/** The width of a printed calendar, in px. */
export const printWidth = 1100;

export interface PrintHead {
  /** 'June 2026'. */
  title: string;
  /** The mode of the calendar and the active filters. */
  under: string;
  company: string;
  /** 'Printed 11/21/2026'. */
  printed: string;
}

function written(
  parent: HTMLElement,
  tag: 'div' | 'h1',
  className: string | undefined,
  text = '',
): HTMLElement {
  const element = document.createElement(tag);
  element.className = className ?? '';
  element.textContent = text;
  parent.append(element);
  return element;
}

/** Replaces the fills of the dark scheme, because print is light. */
function lighten(piece: HTMLElement): void {
  const palette = [...colors(), completedColor()];
  const rgb = (hex: string) =>
    `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
  for (const element of piece.querySelectorAll<HTMLElement>('[style]')) {
    const style = element.getAttribute('style') ?? '';
    const known = palette.find(({ dark }) => style.includes(dark) || style.includes(rgb(dark)));
    if (known === undefined) continue;
    const { dark, light, darkText, lightText } = known;
    const lit = style
      .replaceAll(darkText, '\u0000')
      .replaceAll(rgb(darkText), '\u0000')
      .replaceAll(dark, light)
      .replaceAll(rgb(dark), light)
      .replaceAll('\u0000', lightText);
    element.setAttribute('style', lit);
  }
}

/** The attributes that the app finds elements by; it would also find the copy. */
const copied = ['id', 'data-job', 'data-date', 'data-print', 'data-appointment', 'data-lane', 'data-drop'];

/** The height that the piece lacks to show its content without scrolling. */
function missing(piece: HTMLElement): number {
  const over = [...piece.querySelectorAll<HTMLElement>('*')]
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
    .map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  return Math.max(0, ...over);
}

/**
 * Lays out a copy of the current view for print: as wide as the page, light, at its full height, with a header. It is
 * attached to the document, hidden from users, until it is removed.
 */
export function layOutForPrint(shown: HTMLElement, head: PrintHead): HTMLElement {
  const sheet = document.createElement('section');
  sheet.className = styles.paper ?? '';
  sheet.dataset.paper = '';
  sheet.ariaHidden = 'true';
  sheet.inert = true;
  const line = written(sheet, 'div', styles.head);
  const names = written(line, 'div', styles.names);
  written(names, 'h1', styles.title, head.title);
  written(names, 'div', styles.under, head.under);
  const from = written(line, 'div', styles.from);
  written(from, 'div', styles.company, head.company);
  written(from, 'div', styles.under, head.printed);

  const piece = shown.cloneNode(true) as HTMLElement;
  for (const over of piece.querySelectorAll('[role="dialog"]')) over.remove();
  // The copy must not be found instead of the original.
  for (const name of copied) {
    piece.removeAttribute(name);
    for (const element of piece.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
  }
  // Days that scroll horizontally on screen share the width of the page.
  for (const wide of piece.querySelectorAll<HTMLElement>('[data-breadth]')) wide.style.minWidth = '0';
  lighten(piece);
  piece.style.width = '100%';
  piece.style.flex = 'none';
  // A list is as long as its entries at that width; a grid fills the given height.
  piece.style.height = shown.dataset.print === 'list' ? 'auto' : `${shown.clientHeight}px`;
  sheet.append(piece);
  document.body.append(sheet);
  // With a new height the content is laid out again and may need more.
  for (let more = missing(piece), turn = 0; more > 0 && turn < 4; more = missing(piece), turn++) {
    piece.style.height = `${piece.clientHeight + more}px`;
  }
  return sheet;
}

/**
 * Prints an element with the browser's dialog; the rest of the page is hidden. The element is removed when the dialog
 * is closed, or on the next press in browsers that do not report that.
 */
export function printElement(sheet: HTMLElement): void {
  const { width, height } = sheet.getBoundingClientRect();
  sheet.dataset.printed = width >= height ? 'across' : 'upright';
  const closed = new AbortController();
  const { signal } = closed;
  signal.addEventListener('abort', () => sheet.remove());
  for (const sign of ['afterprint', 'pointerdown', 'keydown'])
    window.addEventListener(sign, () => closed.abort(), { signal });
  window.print();
}
