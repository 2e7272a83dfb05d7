import type { Corners, Ink, Point } from './shapes';

const known = new Map<string, Ink>();

/** The browser itself knows how to read every way of writing a color. */
let eye: CanvasRenderingContext2D | null = null;

function seen(text: string): Ink {
  if (eye === null) {
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    eye = canvas.getContext('2d', { willReadFrequently: true });
  }
  if (eye === null) throw new Error('this browser draws no pictures');
  eye.clearRect(0, 0, 1, 1);
  eye.fillStyle = text;
  eye.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, cover = 0] = eye.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, cover / 255];
}

/** A color as styles write it, thinned by the opacity of what it stands in. */
export function inkOf(text: string, opacity: number): Ink {
  const [red, green, blue, cover] = known.get(text) ?? seen(text);
  known.set(text, [red, green, blue, cover]);
  return [red, green, blue, cover * opacity];
}

/** `12px`, `50%` or `calc(100% - 6px)` of a length. */
export function lengthOf(text: string, whole: number): number {
  let sum = 0;
  for (const [, sign, number = '0', unit] of text.matchAll(/([+-]?)\s*(\d*\.?\d+)(px|%|)/g)) {
    const length = unit === '%' ? (Number(number) / 100) * whole : Number(number);
    sum += sign === '-' ? -length : length;
  }
  return sum;
}

/** The corners of a `polygon(…)` over a box; null for any other form. */
export function cutOut(
  path: string,
  left: number,
  top: number,
  width: number,
  height: number,
): Point[] | null {
  const inside = /^polygon\((.*)\)$/.exec(path)?.[1];
  if (inside === undefined) return null;
  return inside.split(',').map((pair) => {
    const [x = '', y = ''] = pair.trim().match(/calc\([^)]*\)|\S+/g) ?? [];
    return [left + lengthOf(x, width), top + lengthOf(y, height)] as const;
  });
}

export function cornersOf(style: CSSStyleDeclaration): Corners {
  return [
    style.borderTopLeftRadius,
    style.borderTopRightRadius,
    style.borderBottomRightRadius,
    style.borderBottomLeftRadius,
  ].map((radius) => Number.parseFloat(radius) || 0) as unknown as Corners;
}

/** The width and color of a line that a shadow draws just inside a box, as bars and pills have it. */
export function innerLine(shadow: string): { width: number; color: string } | null {
  const form = /(rgba?\([^)]*\)|color\([^)]*\)) 0px 0px 0px ([\d.]+)px inset/.exec(shadow);
  if (form === null) return null;
  const [, color = '', width = '0'] = form;
  return { width: Number(width), color };
}
