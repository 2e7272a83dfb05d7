import { parseColor } from './readColor';
import type { Area, Point, Shape } from './shapes';

/** Icons are approximated by lines of this length, in their own units. */
const step = 0.4;

/** A curve as polylines; a jump begins a new polyline. */
function tracesOf(form: SVGGeometryElement, matrix: DOMMatrix, origin: DOMRect): Point[][] {
  const length = form.getTotalLength();
  const count = Math.max(1, Math.ceil(length / step));
  const traces: Point[][] = [];
  let before: DOMPoint | null = null;
  for (let at = 0; at <= count; at++) {
    const point = form.getPointAtLength((length * at) / count);
    const far = before === null || Math.hypot(point.x - before.x, point.y - before.y) > 2 * step;
    before = point;
    const { x, y } = point.matrixTransform(matrix);
    if (far) traces.push([]);
    traces.at(-1)?.push([x - origin.left, y - origin.top]);
  }
  return traces.filter((trace) => trace.length > 1);
}

/** An icon of the page as lines and areas. */
export function readIcon(icon: SVGSVGElement, root: Element, clip: Area, opacity: number): Shape[] {
  const origin = root.getBoundingClientRect();
  const shapes: Shape[] = [];
  for (const form of icon.querySelectorAll<SVGGeometryElement>('path, line, circle, rect, polyline')) {
    const matrix = form.getScreenCTM();
    if (matrix === null) continue;
    const style = getComputedStyle(form);
    const width = Number.parseFloat(style.strokeWidth) * matrix.a;
    for (const points of tracesOf(form, matrix, origin)) {
      if (style.fill !== 'none')
        shapes.push({ kind: 'polygon', clip, points, ink: parseColor(style.fill, opacity) });
      if (style.stroke !== 'none') {
        const stroke = { ink: parseColor(style.stroke, opacity), width, dash: [] };
        shapes.push({ kind: 'line', clip, points, stroke });
      }
    }
  }
  return shapes;
}
