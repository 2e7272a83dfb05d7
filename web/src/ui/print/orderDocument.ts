/** The content of a printed order, work or purchase: the sheet on the screen and the PDF render the same. */
import type { DocumentHead } from './documentHead';

/** One of the facts above the rows; `main` is set bold where it is a name. */
export interface OrderFact {
  name: string;
  main: string;
  /** Lines under it, in regular type. */
  more?: readonly string[];
  bold?: boolean;
}

export interface OrderColumn {
  name: string;
  /** In mm. */
  width: number;
  /** Numbers are right-aligned, texts left-aligned. */
  figures?: boolean;
  /** Set bold. */
  bold?: boolean;
}

export interface OrderRow {
  /** One for each column. */
  cells: readonly string[];
  /** Shown under the cell of the widest column, in small type. */
  under?: string | undefined;
}

/** A signature, or a line for one. */
export type OrderSignature = { name: string; when: string; mark: string | null } | { blank: string };

/** Quantities are formatted the same way in both languages, as crews in the US do. */
export const quantityText = (quantity: number): string =>
  quantity.toLocaleString('en-US', { maximumFractionDigits: 3 });

export interface OrderSignatures {
  heading: string;
  all: readonly OrderSignature[];
  /** The label under the line for the date. */
  date: string;
}

export interface OrderDocument {
  head: DocumentHead;
  facts: readonly OrderFact[];
  columns: readonly OrderColumn[];
  rows: readonly OrderRow[];
  /** 'Order total' and its amount. */
  total: { name: string; amount: string; beside?: string };
  /** Without signatures the document ends with the total. */
  signatures?: OrderSignatures;
  /** Today, `MM/DD/YYYY`. */
  printed: string;
}
