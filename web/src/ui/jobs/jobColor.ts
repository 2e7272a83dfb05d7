import type { Color } from '@bindings';
import { type Scheme, useScheme } from '@/ui/theme/colorScheme';
import { colors, completedColor } from '@/wasm/rules';

export interface Paint {
  fill: string;
  text: string;
}

const ink = '#10181F';

/** The relative luminance of a color, 0 to 1, as WCAG defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** White or ink, whichever has more contrast on a color outside of the palette. */
const textOn = (hex: string) => (luminance(hex) > 0.2 ? ink : '#FFFFFF');

let palette: { named: ReadonlyMap<string, Color>; done: Color } | null = null;

/** Read from the rules only once, because lists use it for every row. */
const paints = () => {
  palette ??= {
    named: new Map(colors().map((color) => [color.light.toUpperCase(), color])),
    done: completedColor(),
  };
  return palette;
};

/**
 * The fill and text color of a job. The stored value is the light fill of one of the palette's 14 colors; any other
 * value is used as it is. Completed jobs are gray whatever their color.
 */
export function jobColor(color: string, scheme: Scheme, done = false): Paint {
  const known = done ? paints().done : paints().named.get(color.toUpperCase());
  if (known === undefined) return { fill: color, text: textOn(color) };
  return scheme === 'dark'
    ? { fill: known.dark, text: known.darkText }
    : { fill: known.light, text: known.lightText };
}

/** `jobColor` in the color scheme of the page. */
export function useJobColor(): (color: string, done?: boolean) => Paint {
  const scheme = useScheme();
  return (color, done) => jobColor(color, scheme, done);
}
