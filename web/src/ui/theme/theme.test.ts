/** The contrast of colors that the theme takes from the tokens. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_THEME, type MantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';

import { cssVariables } from './theme';

const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** The values of a token in the light and the dark scheme: it is defined twice if they differ. */
const [byDay = {}, byNight = {}] = [0, 1].map((at) =>
  Object.fromEntries(
    ['accent', 'accent-hover', 'accent-on'].map((name) => {
      const found = [...tokens.matchAll(new RegExp(`--rl-${name}: (#[0-9a-f]{6});`, 'g'))];
      return [name, found[at]?.[1] ?? ''];
    }),
  ),
);

/** The relative luminance as WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('a primary button is readable in both schemes, also on hover', () => {
  const { light, dark } = cssVariables(DEFAULT_THEME as MantineTheme);
  for (const variables of [light, dark]) {
    expect(variables['--mantine-primary-color-filled']).toBe('var(--rl-accent)');
    expect(variables['--mantine-primary-color-filled-hover']).toBe('var(--rl-accent-hover)');
  }
  for (const { accent = '', 'accent-hover': hover = '', 'accent-on': on = '' } of [byDay, byNight]) {
    expect(contrast(accent, on)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(hover, on)).toBeGreaterThanOrEqual(4.5);
  }
});
