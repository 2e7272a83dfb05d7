/** The colors that the map is drawn in. They stand in RidgeMap.module.css and follow the scheme of the page. */
export interface MapColours {
  land: string;
  /** Sea, lakes and the neighbours: whatever the Census Bureau's land does not cover. */
  beyond: string;
  county: string;
  state: string;
  name: string;
  /** Names of counties, which stand behind those of cities. */
  quiet: string;
}

export function mapColours(holder: Element): MapColours {
  const styles = getComputedStyle(holder);
  const read = (name: keyof MapColours) => styles.getPropertyValue(`--map-${name}`).trim() || 'gray';
  return {
    land: read('land'),
    beyond: read('beyond'),
    county: read('county'),
    state: read('state'),
    name: read('name'),
    quiet: read('quiet'),
  };
}
