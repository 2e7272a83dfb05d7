/** What an input of numbers holds, as the rules take it: null while nothing is typed. */
export const parseNumber = (typed: number | string): number | null => (typed === '' ? null : Number(typed));
