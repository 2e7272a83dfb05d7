import type { MainThreadYielder } from '@/ui/feedback/useCancelable';

import { readAfterContent, readBox } from './readBox';
import { readIcon } from './readIcon';
import { readText } from './readText';
import { type Area, intersection, type Shape } from './shapes';

/** Shapes that are stacked together, by the rules of CSS. */
interface Layer {
  above: number;
  shapes: Shape[];
}

/** Includes elements that are only for screen readers. */
const hidden = (style: CSSStyleDeclaration) =>
  style.display === 'none' ||
  style.visibility !== 'visible' ||
  style.opacity === '0' ||
  style.clipPath === 'inset(50%)' ||
  style.clip === 'rect(0px, 0px, 0px, 0px)';

const flexible = (element: Element) =>
  /flex|grid/.test(element.parentElement ? getComputedStyle(element.parentElement).display : '');

interface Place {
  clip: Area;
  opacity: number;
  /** Collects the shapes of the current layer. */
  flat: Shape[];
  /** Collects the layers above or below it. */
  stack: Layer[];
}

function stacked(flat: readonly Shape[], stack: readonly Layer[]): Shape[] {
  const order = [...stack].sort((a, b) => a.above - b.above);
  const under = order.filter(({ above }) => above < 0);
  const over = order.filter(({ above }) => above >= 0);
  return [...under.flatMap(({ shapes }) => shapes), ...flat, ...over.flatMap(({ shapes }) => shapes)];
}

/**
 * Reads what the browser paints for an element and its descendants, in paint order. A full month has thousands of
 * elements, so it yields regularly.
 */
export async function readShapes(root: HTMLElement, yielder: MainThreadYielder): Promise<Shape[]> {
  const origin = root.getBoundingClientRect();

  function* read(element: Element, place: Place): Generator<void> {
    yield;
    const style = getComputedStyle(element);
    if (hidden(style)) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    const area = { x: left - origin.left, y: top - origin.top, width, height };
    const opacity = place.opacity * Number(style.opacity);
    const positioned = style.position !== 'static';
    const above = positioned || flexible(element) ? style.zIndex : 'auto';
    const own = above !== 'auto' || style.opacity !== '1' || style.transform !== 'none';
    const layer: Layer | null =
      own || positioned ? { above: Number.parseInt(above, 10) || 0, shapes: [] } : null;
    const flat = layer === null ? place.flat : layer.shapes;
    const stack = own ? [] : place.stack;
    if (layer !== null) place.stack.push(layer);

    if (element instanceof SVGSVGElement) flat.push(...readIcon(element, root, place.clip, opacity));
    else {
      flat.push(...readBox(style, area, place.clip, opacity));
      const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible';
      const clip = clips ? intersection(place.clip, area) : place.clip;
      if (clip.width > 1.5 && clip.height > 1.5) {
        for (const child of element.childNodes) {
          if (child instanceof Text) flat.push(...readText(child, root, clip, opacity));
          else if (child instanceof Element) yield* read(child, { clip, opacity, flat, stack });
        }
        flat.push(...readAfterContent(element, area, clip, opacity));
      }
    }
    if (own && layer !== null) layer.shapes = stacked(layer.shapes, stack);
  }

  const flat: Shape[] = [];
  const stack: Layer[] = [];
  const clip = { x: 0, y: 0, width: origin.width, height: origin.height };
  for (const _ of read(root, { clip, opacity: 1, flat, stack }))
    if (yielder.isDue()) await yielder.yieldNow();
  return stacked(flat, stack);
}
