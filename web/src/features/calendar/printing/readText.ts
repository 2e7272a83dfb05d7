import { parseColor } from './readColor';
import type { Area, Font, Shape } from './shapes';

let ruler: CanvasRenderingContext2D | null = null;

/** The ascent of a font, and the width of its ellipsis, in px. */
function measured(font: Font): { ascent: number; dots: number } {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (ruler === null) throw new Error('this browser draws no pictures');
  ruler.font = `${font.weight} ${font.size}px ${font.family}`;
  const { fontBoundingBoxAscent, width } = ruler.measureText('…');
  return { ascent: fontBoundingBoxAscent, dots: width };
}

/** The right edge at which overlong text gets an ellipsis; infinite if it gets none. */
function edgeOf(element: Element, root: Element): number {
  for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement) {
    const { textOverflow, overflowX, paddingRight } = getComputedStyle(at);
    if (textOverflow === 'ellipsis' && overflowX !== 'visible') {
      return at.getBoundingClientRect().right - Number.parseFloat(paddingRight);
    }
  }
  return Number.POSITIVE_INFINITY;
}

interface Line {
  text: string;
  left: number;
  right: number;
  top: number;
}

/** The lines that the browser broke a text into. */
function linesOf(node: Text, range: Range): Line[] {
  range.selectNodeContents(node);
  const [first, ...others] = range.getClientRects();
  if (first === undefined) return [];
  if (others.length === 0) {
    return [{ text: node.data.replace(/\s+/g, ' '), left: first.left, right: first.right, top: first.top }];
  }
  const lines: Line[] = [];
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    for (const { left, right, top } of [...range.getClientRects()].slice(0, 1)) {
      const line = lines.at(-1);
      if (line !== undefined && Math.abs(line.top - top) < 2) {
        line.text += ` ${word}`;
        line.right = right;
      } else lines.push({ text: word, left, right, top });
    }
  }
  return lines;
}

/** The part of a line that fits, with an ellipsis. */
function shortened(line: Line, node: Text, range: Range, edge: number, dots: number): Line {
  const letters = Array.from(node.data);
  let fitting = '';
  let right = line.left;
  for (const letter of letters) {
    range.setStart(node, 0);
    range.setEnd(node, fitting.length + letter.length);
    const end = range.getBoundingClientRect().right;
    if (end > edge - dots) break;
    fitting += letter;
    right = end;
  }
  return { ...line, text: `${fitting.trimEnd()}…`, right: right + dots };
}

/** How far letters of other fonts may extend beyond their place on screen, in px. */
const overhang = 1.5;

/** The lines of a text, shortened as on screen, relative to the corner of the root. */
export function readText(node: Text, root: Element, clip: Area, opacity: number): Shape[] {
  const element = node.parentElement;
  if (element === null || node.data.trim() === '') return [];
  const style = getComputedStyle(element);
  const origin = root.getBoundingClientRect();
  const size = Number.parseFloat(style.fontSize);
  const font: Font = { size, weight: Number(style.fontWeight), family: style.fontFamily };
  const { ascent, dots } = measured(font);
  const edge = edgeOf(element, root);
  const range = document.createRange();
  const ink = parseColor(style.color, opacity);
  const clipArea = { ...clip, x: clip.x - overhang, width: clip.width + 2 * overhang };
  return linesOf(node, range)
    .map((line) => (line.right > edge + 0.5 ? shortened(line, node, range, edge, dots) : line))
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, left, right, top }) => ({
      kind: 'words',
      clip: clipArea,
      text: style.textTransform === 'uppercase' ? text.toLocaleUpperCase() : text,
      x: left - origin.left,
      y: top - origin.top + ascent,
      width: right - left,
      font,
      ink,
    }));
}
