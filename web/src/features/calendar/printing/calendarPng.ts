/** The calendar as a PNG, one px for each px of the drawing. */
import type { MainThreadYielder } from '@/ui/feedback/useCancelable';

import { boundsOf, contains, type Rgba, type Shape, type Stroke } from './shapes';

const color = ([red, green, blue, cover]: Rgba) => `rgb(${red} ${green} ${blue} / ${cover})`;

function draw(brush: CanvasRenderingContext2D, shape: Shape): void {
  const stroked = ({ ink, width, dash }: Stroke) => {
    brush.strokeStyle = color(ink);
    brush.lineWidth = width;
    brush.setLineDash([...dash]);
    brush.stroke();
  };
  if (shape.kind === 'words') {
    const { text, x, y, width, font, ink } = shape;
    brush.font = `${font.weight} ${font.size}px ${font.family}`;
    brush.fillStyle = color(ink);
    const own = brush.measureText(text).width;
    brush.translate(x, y);
    // The screen renders some text narrower than the canvas.
    if (own > 0) brush.scale(width / own, 1);
    brush.fillText(text, 0, 0);
    return;
  }
  brush.beginPath();
  if (shape.kind === 'box' || shape.kind === 'frame') {
    const { x, y, width, height } = shape.area;
    brush.roundRect(x, y, width, height, [...shape.corners]);
  } else for (const [x, y] of shape.points) brush.lineTo(x, y);
  if (shape.kind === 'box' || shape.kind === 'polygon') {
    brush.fillStyle = color(shape.ink);
    brush.fill();
  } else stroked(shape.stroke);
}

export async function calendarPng(
  shapes: readonly Shape[],
  width: number,
  height: number,
  yielder: MainThreadYielder,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.ceil(height);
  const brush = canvas.getContext('2d');
  if (brush === null) throw new Error('this browser draws no pictures');
  brush.fillStyle = '#FFFFFF';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  for (const shape of shapes) {
    if (yielder.isDue()) await yielder.yieldNow();
    const { clip } = shape;
    if (clip.width <= 0 || clip.height <= 0) continue;
    brush.save();
    if (!contains(clip, boundsOf(shape))) {
      brush.beginPath();
      brush.rect(clip.x, clip.y, clip.width, clip.height);
      brush.clip();
    }
    draw(brush, shape);
    brush.restore();
  }
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (picture === null) throw new Error('this browser could not write the picture');
  return picture;
}
