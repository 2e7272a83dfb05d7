/**
 * Labels of the map as images. The map library draws text only with fonts in its own format, which it fetches from a
 * server; images need none, and the library keeps them from overlapping, too.
 */
import type { MapColors } from './mapColors';

/** The styles of the labels: counties, then cities from the smallest to the biggest. */
export type LabelRank = 0 | 1 | 2 | 3 | 4;

/** The id by which the map requests a label image. */
export const labelImageId = (rank: LabelRank, name: string): string => `${rank}${name}`;

const sizes = [11, 12, 12.5, 14, 16] as const;
const weights = [560, 540, 580, 640, 680] as const;
/** Padding for the outline that separates a label from the lines under it. */
const edge = 3;
/** The radius of the dot that marks the city. */
export const dotRadius = 3;

const family = '"Archivo Variable", Archivo, "Segoe UI", Roboto, Arial, sans-serif';

const fontOf = (rank: LabelRank) => `${weights[rank]} ${sizes[rank]}px ${family}`;

/** The font has to be loaded first: a canvas would draw with a fallback font, and the image is cached. */
export async function loadLabelFont(): Promise<void> {
  await document.fonts?.load(fontOf(2), 'Aá').catch(() => []);
}

/** The image of a label at the pixel ratio of the screen. Null where the browser has no canvas. */
export function labelImage(id: string, colors: MapColors): { image: ImageData; pixelRatio: number } | null {
  const rank = Number(id[0]) as LabelRank;
  const name = id.slice(1);
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) return null;
  const pixelRatio = Math.min(3, Math.max(1, window.devicePixelRatio));
  const size = sizes[rank];
  const lead = rank === 0 ? edge : 2 * edge + 2 * dotRadius;
  pen.font = fontOf(rank);
  const width = Math.ceil(lead + pen.measureText(name).width + edge);
  const height = Math.ceil(size * 1.25 + 2 * edge);
  canvas.width = width * pixelRatio;
  canvas.height = height * pixelRatio;
  pen.scale(pixelRatio, pixelRatio);
  pen.font = fontOf(rank);
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  pen.lineWidth = edge;
  pen.strokeStyle = colors.land;
  pen.fillStyle = rank === 0 ? colors.quiet : colors.name;
  if (rank > 0) {
    pen.beginPath();
    pen.arc(edge + dotRadius, height / 2, dotRadius - 0.5, 0, 2 * Math.PI);
    pen.stroke();
    pen.fill();
  }
  pen.strokeText(name, lead, height / 2);
  pen.fillText(name, lead, height / 2);
  return { image: pen.getImageData(0, 0, canvas.width, canvas.height), pixelRatio };
}

/** The distance from the left edge of the image to the center of the dot. */
export const dotOffset = edge + dotRadius;
