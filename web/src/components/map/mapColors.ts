/** The colors of the map. They are defined in RidgeMap.module.css and follow the color scheme. */
export interface MapColors {
  land: string;
  /** The land below streets, which are lighter than it, or darker in the dark scheme. */
  ground: string;
  park: string;
  water: string;
  building: string;
  street: string;
  streetEdge: string;
  highway: string;
  highwayEdge: string;
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
  const read = (name: string) => styles.getPropertyValue(`--map-${name}`).trim() || 'gray';
  return {
    land: read('land'),
    ground: read('ground'),
    park: read('park'),
    water: read('water'),
    building: read('building'),
    street: read('street'),
    streetEdge: read('street-edge'),
    highway: read('highway'),
    highwayEdge: read('highway-edge'),
    beyond: read('beyond'),
    county: read('county'),
    state: read('state'),
    name: read('name'),
    quiet: read('quiet'),
  };
}
