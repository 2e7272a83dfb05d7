/**
 * Names on the map as small pictures. The map library draws text only with fonts that it fetches from a server in
 * a format of its own; pictures need none, and it keeps them from lying over one another all the same.
 */
import type { MapColours } from './mapColours';

/** From the county, which is written quietly, to the smallest city and up to the biggest. */
export type Rank = 0 | 1 | 2 | 3 | 4;

/** What the map asks a picture by. */
export const pictureId = (rank: Rank, name: string): string => `${rank}${name}`;

const sizes = [11, 12, 12.5, 14, 16] as const;
const weights = [560, 540, 580, 640, 680] as const;
/** Room for the edge that sets a name apart from the lines under it. */
const edge = 3;
/** Half of the dot that says where the city is. */
export const dot = 3;

const family = '"Archivo Variable", Archivo, "Segoe UI", Roboto, Arial, sans-serif';

const fontOf = (rank: Rank) => `${weights[rank]} ${sizes[rank]}px ${family}`;

/** Without its font loaded, a canvas would write in another one and keep it. */
export async function loadNameFont(): Promise<void> {
  await document.fonts?.load(fontOf(2), 'Aá').catch(() => []);
}

/** One name, ready for the screen it is shown on. Null where the browser draws no pictures. */
export function namePicture(
  id: string,
  colours: MapColours,
): { image: ImageData; pixelRatio: number } | null {
  const rank = Number(id[0]) as Rank;
  const name = id.slice(1);
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) return null;
  const pixelRatio = Math.min(3, Math.max(1, window.devicePixelRatio));
  const size = sizes[rank];
  const lead = rank === 0 ? edge : 2 * edge + 2 * dot;
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
  pen.strokeStyle = colours.land;
  pen.fillStyle = rank === 0 ? colours.quiet : colours.name;
  if (rank > 0) {
    pen.beginPath();
    pen.arc(edge + dot, height / 2, dot - 0.5, 0, 2 * Math.PI);
    pen.stroke();
    pen.fill();
  }
  pen.strokeText(name, lead, height / 2);
  pen.fillText(name, lead, height / 2);
  return { image: pen.getImageData(0, 0, canvas.width, canvas.height), pixelRatio };
}

/** How far the middle of the dot lies from the left of the picture. */
export const dotOffset = edge + dot;
