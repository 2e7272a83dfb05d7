/** The colors of the map. They are defined in RidgeMap.module.css and follow the color scheme. */
export interface MapColors {
  land: string;
  /** Sea, lakes and neighboring countries: everything outside the Census Bureau's land. */
  beyond: string;
  county: string;
  state: string;
  name: string;
  /** County labels, below those of cities. */
  quiet: string;
}

export function mapColors(holder: Element): MapColors {
  const styles = getComputedStyle(holder);
  const read = (name: keyof MapColors) => styles.getPropertyValue(`--map-${name}`).trim() || 'gray';
  return {
    land: read('land'),
    beyond: read('beyond'),
    county: read('county'),
    state: read('state'),
    name: read('name'),
    quiet: read('quiet'),
  };
}
