import type { Corners, Point, Rgba } from './shapes';

const known = new Map<string, Rgba>();

/** A canvas in which the browser parses every notation of a color. */
let pixelCanvas: CanvasRenderingContext2D | null = null;

function readPixel(text: string): Rgba {
  if (pixelCanvas === null) {
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    pixelCanvas = canvas.getContext('2d', { willReadFrequently: true });
  }
  if (pixelCanvas === null) throw new Error('this browser draws no pictures');
  pixelCanvas.clearRect(0, 0, 1, 1);
  pixelCanvas.fillStyle = text;
  pixelCanvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, cover = 0] = pixelCanvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, cover / 255];
}

/** A CSS color, with the opacity of its ancestors applied. */
export function parseColor(text: string, opacity: number): Rgba {
  const [red, green, blue, cover] = known.get(text) ?? readPixel(text);
  known.set(text, [red, green, blue, cover]);
  return [red, green, blue, cover * opacity];
}

/** Resolves `12px`, `50%` or `calc(100% - 6px)` of a length. */
export function parseLength(text: string, whole: number): number {
  let sum = 0;
  for (const [, sign, number = '0', unit] of text.matchAll(/([+-]?)\s*(\d*\.?\d+)(px|%|)/g)) {
    const length = unit === '%' ? (Number(number) / 100) * whole : Number(number);
    sum += sign === '-' ? -length : length;
  }
  return sum;
}

/** The corners of a `polygon(…)` over a box; null for any other shape. */
export function parsePolygon(
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
    return [left + parseLength(x, width), top + parseLength(y, height)] as const;
  });
}

export function parseRadii(style: CSSStyleDeclaration): Corners {
  return [
    style.borderTopLeftRadius,
    style.borderTopRightRadius,
    style.borderBottomRightRadius,
    style.borderBottomLeftRadius,
  ].map((radius) => Number.parseFloat(radius) || 0) as unknown as Corners;
}

/** The width and color of a line that a shadow draws just inside a box, as bars and pills have it. */
export function parseInsetShadow(shadow: string): { width: number; color: string } | null {
  const form = /(rgba?\([^)]*\)|color\([^)]*\)) 0px 0px 0px ([\d.]+)px inset/.exec(shadow);
  if (form === null) return null;
  const [, color = '', width = '0'] = form;
  return { width: Number(width), color };
}
