import type { Scheme } from '@/ui/theme/colorScheme';

type Pair = Record<Scheme, string>;

const pair = (light: string, dark: string): Pair => ({ light, dark });

/** The colors of the slices of a pie, in order; the rest always gets the last one. */
export const slices: readonly Pair[] = [
  pair('#1A3F69', '#7187F8'),
  pair('#C2500F', '#F0732E'),
  pair('#2EA27B', '#26B484'),
  pair('#F7A52E', '#F5AE45'),
  pair('#8FD3EA', '#A2E2F3'),
  pair('#6231A4', '#874CD1'),
  pair('#DE9ABD', '#E3A5C5'),
];

export const otherSlice = pair('#9AA8B4', '#63737F');

/** The colors of today's jobs: subcontractor crews, own crews, completed. */
export const crewSlices = {
  first: pair('#126B4C', '#26B484'),
  second: pair('#F7A52E', '#F5AE45'),
  completed: otherSlice,
} as const;
