/** The square of a picture that becomes the logo. */

interface Size {
  width: number;
  height: number;
}

/** Where one looks: the middle of the square as shares of the picture (0 to 1), and how close (1 and more). */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

export const wholePicture: View = { x: 0.5, y: 0.5, zoom: 1 };

/** How close one can get. */
export const closest = 4;

/** The length of the stored square in px: what the server keeps at most. */
export const logoSide = 480;

/** The part of the picture that shows, in its own px. It never reaches over the edge. */
export function squareOf({ width, height }: Size, { x, y, zoom }: View) {
  const side = Math.min(width, height) / zoom;
  return { side, left: inside(x * width, side, width), top: inside(y * height, side, height) };
}

const inside = (middle: number, side: number, all: number) =>
  Math.min(Math.max(middle - side / 2, 0), all - side);

/** The view after the picture was pushed by so many shares of the frame; it stops where the picture does. */
export function pushed(size: Size, view: View, right: number, down: number): View {
  const { side } = squareOf(size, view);
  const next = { ...view, x: view.x - (right * side) / size.width, y: view.y - (down * side) / size.height };
  return held(size, next);
}

/** A view whose middle is where its square really is, so that it moves at once when it is pushed back. */
export function held(size: Size, view: View): View {
  const { side, left, top } = squareOf(size, view);
  return { ...view, x: (left + side / 2) / size.width, y: (top + side / 2) / size.height };
}
