/** The square of a picture that becomes the logo. */

interface Size {
  width: number;
  height: number;
}

/** The center of the square as shares of the picture (0 to 1), and the zoom (1 and more). */
export interface CropView {
  x: number;
  y: number;
  zoom: number;
}

export const fullView: CropView = { x: 0.5, y: 0.5, zoom: 1 };

export const maxZoom = 4;

/** The side of the stored square in px: the maximum that the server stores. */
export const logoSide = 480;

/** The visible part of the picture, in px of the picture. It never extends beyond the edge. */
export function cropSquare({ width, height }: Size, { x, y, zoom }: CropView) {
  const side = Math.min(width, height) / zoom;
  return { side, left: inside(x * width, side, width), top: inside(y * height, side, height) };
}

const inside = (middle: number, side: number, all: number) =>
  Math.min(Math.max(middle - side / 2, 0), all - side);

/** The view after panning by a share of the frame; it stops at the edge of the picture. */
export function panned(size: Size, view: CropView, right: number, down: number): CropView {
  const { side } = cropSquare(size, view);
  const next = { ...view, x: view.x - (right * side) / size.width, y: view.y - (down * side) / size.height };
  return clampedView(size, next);
}

/** The view with the actual center of its square, so that it moves at once when it is moved back from an edge. */
export function clampedView(size: Size, view: CropView): CropView {
  const { side, left, top } = cropSquare(size, view);
  return { ...view, x: (left + side / 2) / size.width, y: (top + side / 2) / size.height };
}
