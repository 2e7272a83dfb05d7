import { NumberInput, type NumberInputProps } from '@mantine/core';

/** A quantity or an amount of money, without arrows and never negative. */
export const FigureField = (props: NumberInputProps) => (
  <NumberInput
    thousandSeparator=","
    allowNegative={false}
    clampBehavior="none"
    hideControls
    inputMode="decimal"
    {...props}
  />
);
