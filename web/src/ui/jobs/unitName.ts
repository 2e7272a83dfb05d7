import { m } from '@/i18n';

const names: Record<string, () => string> = {
  bundle: () => m.units_bundle(),
  'board foot': () => m.units_boardFoot(),
  bag: () => m.units_bag(),
  bucket: () => m.units_bucket(),
  box: () => m.units_box(),
  each: () => m.units_each(),
  foot: () => m.units_foot(),
  'square foot': () => m.units_squareFoot(),
  'cubic foot': () => m.units_cubicFoot(),
  'US gallon': () => m.units_gallon(),
  inch: () => m.units_inch(),
  pound: () => m.units_pound(),
  'linear foot': () => m.units_linearFoot(),
  ounce: () => m.units_ounce(),
  pallet: () => m.units_pallet(),
  roll: () => m.units_roll(),
  square: () => m.units_square(),
  sheet: () => m.units_sheet(),
  'square yard': () => m.units_squareYard(),
  'cubic yard': () => m.units_cubicYard(),
  yard: () => m.units_yard(),
};

/** A unit of measure in the reader's language; one without a name is shown as it is stored. */
export const unitName = (unit: string): string => names[unit]?.() ?? unit;
