/** The style of the streets in a PMTiles file of Protomaps, in the colors of our theme. */
import { type Flavor, layers } from '@protomaps/basemaps';
import type { AddProtocolAction, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { FetchSource, PMTiles, Protocol, ResolvedValueCache } from 'pmtiles';
import { language } from '@/i18n';
import type { MapColors } from '../mapColors';
import { cachedTileSource } from '../offlineTiles/cachedTileSource';
import type { LibreLibrary } from './libreMap';

/**
 * Text is drawn in the browser, with the font of the app, as the style has no `glyphs`: the library takes the weight of
 * the first name, and the letters of the first font that exists.
 */
const fonts = {
  regular: 'Archivo Medium,Archivo Variable',
  bold: 'Archivo Bold,Archivo Variable',
  italic: 'Archivo Medium,Archivo Variable',
};

const attribution =
  '<a href="https://protomaps.com/" target="_blank" rel="noreferrer">Protomaps</a> ' +
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">© OpenStreetMap</a>';

const source = 'streets';

let isRegistered = false;

/** The whole address, by which the library finds the file again. */
const addressOf = (url: string): string => new URL(url, window.location.href).href;

/**
 * Lets the library read this file: what the phone keeps of it, and the rest from the server. Once for all maps, which
 * share what was read of its index.
 */
export function registerPmtiles(library: LibreLibrary, url: string): void {
  if (isRegistered) return;
  isRegistered = true;
  const protocol = new Protocol();
  const address = addressOf(url);
  const source = cachedTileSource(address, { network: new FetchSource(address) });
  // The default cache also keeps failures: after one, no map had streets until the next reload.
  protocol.add(new PMTiles(source, new ResolvedValueCache()));
  // Its types know of libraries that are older than ours.
  library.addProtocol('pmtiles', protocol.tilev4 as AddProtocolAction);
}

type Names = Exclude<keyof Flavor, 'regular' | 'bold' | 'italic' | 'pois' | 'landcover'>;

/** The same color for all of these. */
const all = <N extends Names>(color: string, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, color])) as Record<N, string>;

/** The flavor of the theme, which is light or dark as its colors are. */
export function flavor(colors: MapColors): Flavor {
  const { ground, park, water, building, street, streetEdge, highway, highwayEdge, name, quiet } = colors;
  return {
    ...all(ground, 'background', 'earth', 'hospital', 'industrial', 'school', 'pedestrian', 'glacier'),
    ...all(ground, 'sand', 'beach', 'aerodrome', 'military'),
    ...all(park, 'park_a', 'park_b', 'wood_a', 'wood_b', 'scrub_a', 'scrub_b', 'zoo'),
    ...all(water, 'water'),
    ...all(building, 'buildings', 'runway', 'pier'),
    ...all(street, 'other', 'minor_service', 'minor_a', 'minor_b', 'link', 'major'),
    ...all(street, 'bridges_other', 'bridges_minor', 'bridges_link', 'bridges_major'),
    ...all(street, 'tunnel_other', 'tunnel_minor', 'tunnel_link', 'tunnel_major'),
    ...all(streetEdge, 'minor_service_casing', 'minor_casing', 'link_casing'),
    ...all(streetEdge, 'major_casing_early', 'major_casing_late', 'railway'),
    ...all(streetEdge, 'bridges_other_casing', 'bridges_minor_casing', 'bridges_link_casing'),
    ...all(streetEdge, 'bridges_major_casing', 'tunnel_other_casing', 'tunnel_minor_casing'),
    ...all(streetEdge, 'tunnel_link_casing', 'tunnel_major_casing'),
    ...all(highway, 'highway', 'bridges_highway', 'tunnel_highway'),
    ...all(highwayEdge, 'highway_casing_early', 'highway_casing_late', 'bridges_highway_casing'),
    ...all(highwayEdge, 'tunnel_highway_casing'),
    ...all(quiet, 'boundaries', 'subplace_label', 'address_label', 'ocean_label', 'state_label'),
    ...all(name, 'roads_label_minor', 'roads_label_major', 'city_label', 'country_label'),
    ...all(ground, 'roads_label_minor_halo', 'roads_label_major_halo', 'subplace_label_halo'),
    ...all(ground, 'city_label_halo', 'state_label_halo', 'address_label_halo'),
    ...fonts,
  };
}

/** Without its icon, which would be fetched from another server; null if nothing is left. */
function withoutIcon(layer: LayerSpecification, colors: MapColors): LayerSpecification | null {
  if (layer.type !== 'symbol') return layer;
  const entries = Object.entries(layer.layout ?? {}).filter(([key]) => !key.startsWith('icon-'));
  const layout = Object.fromEntries(entries);
  if (layout['text-field'] === undefined) return null;
  if (layer.id !== 'roads_shields') return { ...layer, layout };
  // The number of a highway has no shield behind it, but an outline.
  const outline = { 'text-halo-color': colors.ground, 'text-halo-width': 1.5 };
  return { ...layer, layout: { ...layout, 'text-size': 11 }, paint: { ...layer.paint, ...outline } };
}

/** The style for the map library. `url` is the address of the file on our server. */
export function pmtilesStyle(url: string, colors: MapColors): StyleSpecification {
  const drawn = layers(source, flavor(colors), { lang: language() }) as LayerSpecification[];
  return {
    version: 8,
    sources: { [source]: { type: 'vector', url: `pmtiles://${addressOf(url)}`, attribution } },
    layers: drawn.flatMap((layer) => withoutIcon(layer, colors) ?? []),
  };
}
