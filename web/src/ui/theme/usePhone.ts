import { useMediaQuery } from '@mantine/hooks';

import { phoneQuery } from './breakpoints';

/** True on a phone, for decisions that CSS cannot make. */
export const usePhone = (): boolean =>
  useMediaQuery(phoneQuery, undefined, { getInitialValueInEffect: false }) ?? false;
