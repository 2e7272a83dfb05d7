/**
 * The price of a row as its vendor types it. It is checked like a product's unit cost in the domain, which is not loaded
 * here; a test compares them.
 */

/** The largest price, in dollars. */
const largest = 9_999_999_999.99;

/** With or without a dollar sign and separators of thousands, which are no decimal commas. */
const amount = /^\$?\s*((?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)$/;

/** What was typed, in dollars: null for nothing, undefined for what is no price. */
export function readPrice(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const digits = amount.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  const dollars = Number(digits.replaceAll(',', ''));
  const isWholeCents = Math.round(dollars * 100) / 100 === dollars;
  return dollars <= largest && isWholeCents ? dollars : undefined;
}

/** A stored price as a vendor would type it. */
export const priceText = (dollars: number | null | undefined): string => dollars?.toFixed(2) ?? '';
