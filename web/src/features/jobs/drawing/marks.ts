/** Marks on a photo. Their points are in pixels of the photo, so that they are the same at every size of the screen. */

export interface Point {
  x: number;
  y: number;
}

export type MarkKind = 'arrow' | 'circle' | 'text';

export interface Mark {
  kind: MarkKind;
  color: string;
  /** The start of an arrow, a corner of the box of a circle, the middle of a text. */
  from: Point;
  /** The tip of an arrow, the opposite corner of a circle. */
  to: Point;
  /** Of a text. */
  text: string;
}

export interface Size {
  width: number;
  height: number;
}

/** Colors that stand out on roofs and on the sky: red, yellow, blue, white. */
export const markColors = ['#E11D48', '#FACC15', '#2563EB', '#FFFFFF'] as const;

const halo = '#10181F';

/** The width of a line on a photo of this size. */
export const lineWidth = ({ width, height }: Size): number => Math.max(width, height) / 160;

const within = (at: number, most: number) => Math.min(Math.max(at, 0), most);

export const inside = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: within(x, width),
  y: within(y, height),
});

/** A press without a drag draws a mark of this size around it. */
export function placed(kind: MarkKind, at: Point, size: Size): Pick<Mark, 'from' | 'to'> {
  const reach = Math.min(size.width, size.height) / 8;
  if (kind === 'text') return { from: at, to: at };
  const from = inside({ x: at.x - reach, y: at.y - reach }, size);
  return { from, to: kind === 'arrow' ? at : inside({ x: at.x + reach, y: at.y + reach }, size) };
}

/** The mark moved, or only its end moved; it stays on the photo. */
export function moved(mark: Mark, by: Point, size: Size, onlyEnd = false): Mark {
  const shift = (point: Point) => inside({ x: point.x + by.x, y: point.y + by.y }, size);
  return { ...mark, from: onlyEnd ? mark.from : shift(mark.from), to: shift(mark.to) };
}

function arrow(brush: CanvasRenderingContext2D, { from, to }: Mark, width: number): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const head = width * 5;
  const corner = (side: number): Point => ({
    x: to.x - head * Math.cos(angle + side * 0.5),
    y: to.y - head * Math.sin(angle + side * 0.5),
  });
  const [left, right] = [corner(-1), corner(1)];
  brush.beginPath();
  brush.moveTo(from.x, from.y);
  brush.lineTo(to.x, to.y);
  brush.moveTo(left.x, left.y);
  brush.lineTo(to.x, to.y);
  brush.lineTo(right.x, right.y);
  brush.stroke();
}

function circle(brush: CanvasRenderingContext2D, { from, to }: Mark): void {
  const [wide, high] = [Math.abs(to.x - from.x) / 2, Math.abs(to.y - from.y) / 2];
  brush.beginPath();
  brush.ellipse((from.x + to.x) / 2, (from.y + to.y) / 2, wide, high, 0, 0, 2 * Math.PI);
  brush.stroke();
}

function text(brush: CanvasRenderingContext2D, { from, text: words, color }: Mark, width: number): void {
  brush.font = `700 ${width * 6}px "Archivo Variable", Arial, sans-serif`;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.strokeStyle = color === halo ? '#FFFFFF' : halo;
  brush.lineWidth = width * 1.2;
  brush.strokeText(words, from.x, from.y);
  brush.fillStyle = color;
  brush.fillText(words, from.x, from.y);
}

/** Paints marks. The brush must be scaled to pixels of the photo. A dark edge keeps them legible on any surface. */
export function paintMarks(brush: CanvasRenderingContext2D, marks: readonly Mark[], size: Size): void {
  const width = lineWidth(size);
  brush.lineCap = 'round';
  brush.lineJoin = 'round';
  for (const mark of marks) {
    if (mark.kind === 'text') {
      text(brush, mark, width);
      continue;
    }
    const draw = mark.kind === 'arrow' ? arrow : circle;
    for (const [color, wide] of [
      [halo, width * 1.6],
      [mark.color, width],
    ] as const) {
      brush.strokeStyle = color;
      brush.lineWidth = wide;
      draw(brush, mark, width);
    }
  }
}
