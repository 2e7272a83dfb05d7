/** The sample data of the illustrations on the landing page: a month and a day of a roofing company. */

export type Fill =
  | 'fern'
  | 'done'
  | 'chalk'
  | 'cedar'
  | 'iris'
  | 'glacier'
  | 'rose'
  | 'brick'
  | 'moss'
  | 'patina'
  | 'blueprint'
  | 'straw'
  | 'plum'
  | 'clay';

export interface Bar {
  /** First and last column of the week, 1 is Sunday. */
  from: number;
  to: number;
  row: number;
  fill: Fill;
  title: string;
  crew: string;
  pending?: boolean;
}

/** The number of jobs on each day of the phone's week, Sunday first: marks below the date. */
export const jobsPerDay: readonly number[] = [0, 3, 3, 4, 4, 3, 1];

export interface Week {
  /** The first day of the week as a day of June 2026; 0 is May 31st. */
  first: number;
  bars: readonly Bar[];
  /** Columns with more jobs than are drawn, and how many more. */
  more: ReadonlyArray<readonly [column: number, count: number]>;
}

const bar = (
  span: [number, number],
  row: number,
  fill: Fill,
  title: string,
  crew: string,
  pending = false,
): Bar => ({
  from: span[0],
  to: span[1],
  row,
  fill,
  title,
  crew,
  pending,
});

export const month: readonly Week[] = [
  {
    first: 0,
    more: [],
    bars: [
      bar([2, 7], 1, 'fern', 'Ellery HOA building C re-roof', 'Cumbre Roofing LLC'),
      bar([2, 4], 2, 'done', 'Ivers tear-off & re-roof', 'Crew B (tear-off)'),
      bar([5, 6], 2, 'done', 'Okoye gutters & drip edge', 'Peak Gutter Co.'),
      bar([2, 3], 3, 'done', 'Sandoval gutters & drip edge', 'Peak Gutter Co.'),
      bar([4, 7], 3, 'done', 'Ptarmigan Dental TPO flat roof', 'Crew A (low slope)'),
    ],
  },
  {
    first: 7,
    more: [
      [2, 2],
      [3, 2],
      [4, 2],
      [5, 3],
    ],
    bars: [
      bar([1, 6], 1, 'fern', 'Ellery HOA building C re-roof', 'Cumbre Roofing LLC'),
      bar([1, 2], 2, 'done', 'Ptarmigan Dental TPO flat roof', 'Crew A (low slope)'),
      bar([3, 6], 2, 'chalk', 'Whitaker tear-off & re-roof', 'Ríos Brothers Roofing'),
    ],
  },
  {
    first: 14,
    more: [
      [4, 2],
      [5, 2],
    ],
    bars: [
      bar([2, 6], 1, 'cedar', 'Nakamura standing seam', 'High Plains Sheet Metal', true),
      bar([2, 4], 2, 'iris', 'Delgado tear-off & re-roof', 'Ríos Brothers Roofing', true),
      bar([5, 6], 2, 'glacier', 'Fontaine ridge vent & decking', 'Crew A (low slope)'),
      bar([3, 3], 3, 'rose', 'Sunder hail repair', 'Cumbre Roofing LLC'),
    ],
  },
  {
    first: 21,
    more: [],
    bars: [
      bar([2, 7], 1, 'brick', 'Grant Ranch Clubhouse tile repair', 'High Plains Sheet Metal'),
      bar([2, 4], 2, 'moss', 'Abernathy tear-off & re-roof', 'Crew A (low slope)'),
      bar([5, 7], 2, 'blueprint', 'Foothills Library standing seam', 'High Plains Sheet Metal'),
      bar([2, 3], 3, 'patina', 'Kowalczyk hail repair', 'Cumbre Roofing LLC'),
      bar([5, 6], 3, 'straw', 'Prairie View Elem. leak survey', 'Crew A (low slope)'),
    ],
  },
  {
    first: 28,
    more: [],
    bars: [
      bar([1, 5], 1, 'blueprint', 'Foothills Library standing seam', 'High Plains Sheet Metal'),
      bar([2, 6], 2, 'plum', 'Hollister Barn standing seam', 'High Plains Sheet Metal', true),
    ],
  },
];

export const strip: ReadonlyArray<{ fill: Fill; title: string; city: string }> = [
  { fill: 'clay', title: 'Reyes leak repair', city: 'Thornton' },
  { fill: 'patina', title: 'Castañeda hail repair', city: 'Arvada' },
  { fill: 'cedar', title: 'Red Rocks Chapel cedar shakes', city: 'Morrison' },
  { fill: 'glacier', title: 'Pruitt gutters & drip edge', city: 'Wheat Ridge' },
];

export const agenda: ReadonlyArray<{
  fill: Fill;
  title: string;
  address: string;
  crew: string;
  day: string;
  accepted?: boolean;
}> = [
  {
    fill: 'glacier',
    title: 'McAllister: reparación de gotera',
    address: '2955 Glenwood Dr, Boulder',
    crew: 'Crew A (low slope)',
    day: '1 día',
  },
  {
    fill: 'chalk',
    title: 'Whitaker: retiro y techo nuevo',
    address: '4417 S Quebec Ct, Littleton',
    crew: 'Ríos Brothers Roofing',
    day: 'día 3 de 4',
    accepted: true,
  },
  {
    fill: 'clay',
    title: 'Bancroft: reparación por granizo',
    address: '1180 Bancroft Pl, Lakewood',
    crew: 'Crew B (tear-off)',
    day: 'día 2 de 2',
  },
  {
    fill: 'plum',
    title: 'Beacon Hill Apts: reparación por granizo',
    address: '650 S Alton Way, Denver',
    crew: 'Cumbre Roofing LLC',
    day: 'día 4 de 6',
    accepted: true,
  },
];

export const orderLines: ReadonlyArray<{ product: string; quantity: string; price: string; total: string }> =
  [
    { product: 'Laminated shingle, Charcoal', quantity: '84', price: '$38.75', total: '$3,255.00' },
    { product: 'Ice & water shield, 2 sq', quantity: '4', price: '$78.50', total: '$314.00' },
    { product: 'Drip edge 10 ft, brown', quantity: '16', price: '$11.25', total: '$180.00' },
    { product: 'Ridge vent 4 ft', quantity: '11', price: '$21.60', total: '$237.60' },
  ];

export const orderTotal = '$3,986.60';
