/** A part of a chart; `from` and `to` are fractions of it: 0 at the beginning, 1 at the end. */
export interface Arc {
  from: number;
  to: number;
}

/** Converts values to consecutive arcs that together fill the whole chart. */
export function arcsOf(values: readonly number[]): Arc[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  let at = 0;
  return values.map((value) => {
    const from = at;
    at += total === 0 ? 0 : value / total;
    return { from, to: at };
  });
}

interface Ring {
  outer: number;
  /** 0 draws slices down to the center. */
  inner: number;
  /** Where the chart begins and ends, in turns, clockwise from twelve o'clock. */
  begin: number;
  end: number;
}

/** An arc as an SVG path around the origin. A full circle keeps a tiny gap. */
export function arcPath({ from, to }: Arc, { outer, inner, begin, end }: Ring): string {
  const turn = (share: number) => begin + share * (end - begin);
  const first = turn(from);
  const last = Math.min(turn(to), first + 0.9999);
  const point = (at: number, radius: number) => {
    const angle = at * 2 * Math.PI;
    return `${(radius * Math.sin(angle)).toFixed(3)} ${(-radius * Math.cos(angle)).toFixed(3)}`;
  };
  const large = last - first > 0.5 ? 1 : 0;
  const edge = `M${point(first, outer)}A${outer} ${outer} 0 ${large} 1 ${point(last, outer)}`;
  if (inner === 0) return `${edge}L0 0Z`;
  return `${edge}L${point(last, inner)}A${inner} ${inner} 0 ${large} 0 ${point(first, inner)}Z`;
}
