/** The value of a number input, in the type of the rules: null while it is empty. */
export const parseNumber = (typed: number | string): number | null => (typed === '' ? null : Number(typed));
