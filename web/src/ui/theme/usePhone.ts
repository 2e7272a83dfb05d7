import { useMediaQuery } from '@mantine/hooks';

import { phoneQuery } from './breakpoints';

/** True on a phone. For what CSS alone cannot decide. */
export const usePhone = (): boolean =>
  useMediaQuery(phoneQuery, undefined, { getInitialValueInEffect: false }) ?? false;
