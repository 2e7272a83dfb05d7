/** Accessibility problems of the open page: axe findings, horizontal overflow, small touch targets. */
import type { Page } from '@playwright/test';

import { axeViolations } from './axe';

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Exceptions that the standard allows, or that axe does not recognize. */
const excuses: Partial<Record<string, string>> = {
  // Pins have to be at the position of the house; the list beside the map links to the same jobs.
  'target-size': '[data-pin]',
  // The open list is controlled by the keyboard of its field, and scrolls with it.
  'scrollable-region-focusable': '.mantine-Select-dropdown',
};

/**
 * The violations of WCAG 2.2 AA that axe finds. In the second scheme only the colors differ. On a phone the size of
 * targets is measured by `thumbFindings`, which scrolls to each: axe takes what is under a bar for covered.
 */
export async function axeFindings(page: Page, part: 'all' | 'colors' | 'phone' = 'all'): Promise<string[]> {
  const runOnly =
    part === 'colors'
      ? { type: 'rule' as const, values: ['color-contrast'] }
      : { type: 'tag' as const, values: standard };
  const options = part === 'phone' ? { runOnly, rules: { 'target-size': { enabled: false } } } : { runOnly };
  const found: string[] = [];
  for (const { id, nodes } of await axeViolations(page, options))
    for (const { html, any, target } of nodes) {
      const excused = excuses[id];
      const at = page.locator(String(target[0])).first();
      if (excused !== undefined && (await at.evaluate((each, by) => each.closest(by) !== null, excused)))
        continue;
      found.push(`${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`);
    }
  return found;
}

/**
 * Horizontal overflow: of the page, of a region, and elements beyond the edge. Strips, grids of days, tables and print
 * previews may scroll: they are marked `data-sideways`.
 */
export const sidewaysFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const named = (element: Element) => element.cloneNode(false) as Element;
    const describe = (element: Element) =>
      `${named(element).outerHTML.slice(0, 110)} ${(element.textContent ?? '').trim().slice(0, 30)}`;
    const mayScroll = (element: Element) => element.closest('[data-sideways], [role="tablist"]') !== null;
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const found: string[] = [];
    const page = document.scrollingElement;
    if (page !== null && page.scrollWidth > width + 1) {
      found.push(`the page is ${page.scrollWidth} px wide in ${width}`);
      for (const each of document.body.querySelectorAll('*')) {
        const { right, width: own } = each.getBoundingClientRect();
        if (own > 0 && right > width + 1 && each.children.length === 0) found.push(`  ${describe(each)}`);
      }
    }
    for (const each of document.body.querySelectorAll('*')) {
      if (mayScroll(each) || !each.checkVisibility()) continue;
      if (scrolls(each) && each.scrollWidth > each.clientWidth + 1)
        found.push(`a region is ${each.scrollWidth} px wide in ${each.clientWidth}: ${describe(each)}`);
    }
    return found;
  });

/** The minimum size of a touch target, in CSS px. */
const thumb = 44;

/**
 * Touch targets below the minimum size. The measured area includes the label and the padding around the element; a link
 * in a line of text may be as high as the line.
 */
export const thumbFindings = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const modal = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document;
    // Dropdowns of a dialog are outside of its element.
    const dropped = [...document.querySelectorAll('.mantine-Popover-dropdown')];
    const met =
      'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="option"]';
    const inLine = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
    const isOf = (element: Element, at: Element | null): boolean =>
      at !== null &&
      (element.contains(at) || (at.closest('label') as HTMLLabelElement | null)?.control === element);
    const reach = (element: Element, x: number, y: number, dx: number, dy: number): number => {
      let far = 0;
      while (far < least && isOf(element, document.elementFromPoint(x + dx * (far + 1), y + dy * (far + 1))))
        far += 1;
      return far;
    };
    const found: string[] = [];
    const all = [modal, ...dropped].flatMap((part) => [...part.querySelectorAll(met)]);
    for (const element of new Set(all)) {
      if (element.closest('[inert], [aria-hidden="true"]') || inLine(element)) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      let box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || (box.width >= least - 0.5 && box.height >= least - 0.5))
        continue;
      element.scrollIntoView({ block: 'center', inline: 'center' });
      box = element.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      // It is covered by an open list.
      if (!isOf(element, document.elementFromPoint(x, y))) continue;
      const wide = reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0) + 1;
      const high = reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1) + 1;
      if (wide >= least - 1 && high >= least - 1) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      const cut = (element.cloneNode(false) as Element).outerHTML.slice(0, 140);
      found.push(
        `${Math.round(box.width)}×${Math.round(box.height)} (met ${wide}×${high}): ${name.trim().slice(0, 40)} ${cut}`,
      );
    }
    return found;
  }, thumb);
