import { parseColor, parseInsetShadow, parsePolygon, parseRadii } from './readColor';
import type { Area, Corners, Point, Shape, Stroke } from './shapes';

const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;

const isVisible = ([, , , cover]: readonly [number, number, number, number]) => cover > 0;

const inside = ({ x, y, width, height }: Area, by: number): Area => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

const tighter = (corners: Corners, by: number): Corners =>
  corners.map((radius) => Math.max(0, radius - by)) as unknown as Corners;

function edgesOf(style: CSSStyleDeclaration, opacity: number): (Stroke | null)[] {
  return sides.map((side) => {
    const width = Number.parseFloat(style[`border${side}Width`]);
    const kind = style[`border${side}Style`];
    const ink = parseColor(style[`border${side}Color`], opacity);
    if (width === 0 || kind === 'none' || kind === 'hidden' || !isVisible(ink)) return null;
    const dash = kind === 'dashed' ? [3 * width, 2 * width] : kind === 'dotted' ? [width, width] : [];
    return { width, ink, dash };
  });
}

const same = (a: Stroke | null | undefined, b: Stroke | null | undefined) =>
  a?.width === b?.width && String(a?.ink) === String(b?.ink) && String(a?.dash) === String(b?.dash);

/** Borders: a frame where all are alike, otherwise a line for each. */
function borders(style: CSSStyleDeclaration, area: Area, clip: Area, opacity: number): Shape[] {
  const edges = edgesOf(style, opacity);
  const [top] = edges;
  if (top && edges.every((edge) => same(edge, top))) {
    const corners = tighter(parseRadii(style), top.width / 2);
    return [{ kind: 'frame', clip, area: inside(area, top.width / 2), corners, stroke: top }];
  }
  const { x, y, width, height } = area;
  const ends = (half: number): [Point, Point][] => [
    [
      [x, y + half],
      [x + width, y + half],
    ],
    [
      [x + width - half, y],
      [x + width - half, y + height],
    ],
    [
      [x, y + height - half],
      [x + width, y + height - half],
    ],
    [
      [x + half, y],
      [x + half, y + height],
    ],
  ];
  return edges.flatMap((stroke, at) => {
    const points = stroke && ends(stroke.width / 2)[at];
    return points ? [{ kind: 'line' as const, clip, points, stroke }] : [];
  });
}

/** The background, the borders and the inner line of a box. */
export function readBox(style: CSSStyleDeclaration, area: Area, clip: Area, opacity: number): Shape[] {
  const shapes: Shape[] = [];
  const corners = parseRadii(style);
  const { x, y, width, height } = area;
  const ground = parseColor(style.backgroundColor, opacity);
  if (isVisible(ground)) {
    const points = parsePolygon(style.clipPath, x, y, width, height);
    // A transparent border of a bar is the gap below it.
    const end = style.backgroundClip === 'padding-box' ? Number.parseFloat(style.borderBottomWidth) : 0;
    const filled = { x, y, width, height: height - end };
    shapes.push(
      points === null
        ? { kind: 'box', clip, area: filled, corners, ink: ground }
        : { kind: 'polygon', clip, points, ink: ground },
    );
    const line = parseInsetShadow(style.boxShadow);
    if (line !== null) {
      const stroke = { width: line.width, ink: parseColor(line.color, opacity), dash: [] };
      const half = line.width / 2;
      shapes.push({
        kind: 'frame',
        clip,
        area: inside(filled, half),
        corners: tighter(corners, half),
        stroke,
      });
    }
  }
  return [...shapes, ...borders(style, area, clip, opacity)];
}

/** The `::after` content of an element, such as the dashes of a bar whose crew has not accepted. */
export function readAfterContent(element: Element, around: Area, clip: Area, opacity: number): Shape[] {
  const style = getComputedStyle(element, '::after');
  if (style.content === 'none' || style.position !== 'absolute' || style.display === 'none') return [];
  const [left, top, right, bottom] = [style.left, style.top, style.right, style.bottom].map(
    Number.parseFloat,
  );
  if ([left, top, right, bottom].some((side) => side === undefined || Number.isNaN(side))) return [];
  const own = getComputedStyle(element);
  const frame = Number.parseFloat(own.borderBottomWidth) || 0;
  const area = {
    x: around.x + (left ?? 0),
    y: around.y + (top ?? 0),
    width: around.width - (left ?? 0) - (right ?? 0),
    height: around.height - frame - (top ?? 0) - (bottom ?? 0),
  };
  return readBox(style, area, clip, opacity * Number(style.opacity));
}
