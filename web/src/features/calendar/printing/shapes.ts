/**
 * The content of a piece of the page as plain shapes. A picture and a PDF are painted from the same shapes, so both
 * match the screen. All lengths are in px from the upper left corner of the piece.
 */

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Point = readonly [x: number, y: number];

/** Red, green and blue up to 255, and the opacity up to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, cover: number];

/** The radii of the corners, clockwise from the upper left. */
export type Corners = readonly [number, number, number, number];

export interface Stroke {
  ink: Rgba;
  width: number;
  dash: readonly number[];
}

/** Every shape is clipped by its `clip`. */
export type Shape = { clip: Area } & (
  | { kind: 'box'; area: Area; corners: Corners; ink: Rgba }
  | { kind: 'polygon'; points: readonly Point[]; ink: Rgba }
  /** The stroke runs along the area's edge, half of it outside. */
  | { kind: 'frame'; area: Area; corners: Corners; stroke: Stroke }
  | { kind: 'line'; points: readonly Point[]; stroke: Stroke }
  /** One line of text, as wide as the screen shows it; `y` is its baseline. */
  | { kind: 'words'; text: string; x: number; y: number; width: number; font: Font; ink: Rgba }
);

export interface Font {
  /** In px. */
  size: number;
  weight: number;
  family: string;
}

export function boundsOf(shape: Shape): Area {
  switch (shape.kind) {
    case 'box':
      return shape.area;
    case 'frame':
      return shape.area;
    case 'words':
      return {
        x: shape.x,
        y: shape.y - shape.font.size,
        width: shape.width,
        height: shape.font.size * 1.3,
      };
    case 'line':
    case 'polygon': {
      const xs = shape.points.map(([x]) => x);
      const ys = shape.points.map(([, y]) => y);
      const [x, y] = [Math.min(...xs), Math.min(...ys)];
      return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
    }
  }
}

/** The intersection of two areas; its width or height is 0 if they do not overlap. */
export function intersection(a: Area, b: Area): Area {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

/** True if `inner` is completely within `outer`. */
export const contains = (outer: Area, inner: Area): boolean =>
  inner.x >= outer.x - 0.01 &&
  inner.y >= outer.y - 0.01 &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height + 0.01;
