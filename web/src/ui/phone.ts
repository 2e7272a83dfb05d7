import { useMediaQuery } from '@mantine/hooks';

import { phone } from './widths';

/** True on a phone. For what CSS alone cannot decide. */
export const usePhone = (): boolean =>
  useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) ?? false;
