/** The basemap that needs no network: land, states and counties, and the names of counties and cities. */
import type { Feature, FeatureCollection, Geometry, Point, Position } from 'geojson';
import type { StyleSpecification } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import countiesUrl from 'us-atlas/counties-10m.json?url';

import { type City, loadCities } from './cities';
import { dotOffset, type LabelRank, labelImageId } from './labelImages';
import type { MapColors } from './mapColors';

type Atlas = Topology<{
  counties: GeometryCollection<{ name: string }>;
  states: GeometryCollection<{ name: string }>;
  nation: GeometryCollection;
}>;

/** The basemap in the form that the map library draws. */
export interface BasemapData {
  land: FeatureCollection;
  counties: Geometry;
  states: Geometry;
  countyNames: FeatureCollection;
  cities: FeatureCollection;
}

const sources =
  'US Census Bureau, © <a href="https://www.geonames.org/" target="_blank" rel="noreferrer">GeoNames</a>';

const point = ([x, y]: Position, properties: Record<string, unknown>): Feature<Point> => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [x ?? 0, y ?? 0] },
  properties,
});

const rings = (geometry: Geometry): Position[][] => {
  if (geometry.type === 'Polygon') return geometry.coordinates.slice(0, 1);
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.flatMap((part) => part.slice(0, 1));
  return [];
};

/** The center of the outline with the most points: the label of a county with islands is on the mainland. */
function middle(geometry: Geometry): Position | null {
  const [main] = rings(geometry).sort((a, b) => b.length - a.length);
  if (main === undefined) return null;
  const span = (axis: 0 | 1) => {
    const values = main.map((corner) => corner[axis] ?? 0);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  return [span(0), span(1)];
}

const rankOf = ({ people }: City): LabelRank =>
  people >= 600 ? 4 : people >= 200 ? 3 : people >= 70 ? 2 : 1;

async function prepare(): Promise<BasemapData> {
  const [answer, cities] = await Promise.all([fetch(countiesUrl), loadCities()]);
  if (!answer.ok) throw new Error(`the basemap cannot be fetched: ${answer.status}`);
  const atlas = (await answer.json()) as Atlas;
  const { counties, states, nation } = atlas.objects;
  const countyNames = feature(atlas, counties).features.flatMap(({ geometry, properties }) => {
    const at = middle(geometry);
    return at === null ? [] : [point(at, { picture: labelImageId(0, properties.name) })];
  });
  return {
    land: feature(atlas, nation),
    counties: mesh(atlas, counties, (a, b) => a !== b && isInside(a, b)),
    states: mesh(atlas, states, (a, b) => a !== b),
    countyNames: { type: 'FeatureCollection', features: countyNames },
    cities: {
      type: 'FeatureCollection',
      features: cities.map((city) => {
        const rank = rankOf(city);
        const picture = labelImageId(rank, city.name);
        return point([city.longitude, city.latitude], { picture, rank, order: -city.people });
      }),
    },
  };
}

/** The first two digits of a county's id are its state: a line between states is drawn as a state line. */
const isInside = (a: GeometryObject, b: GeometryObject) =>
  String(a.id).slice(0, 2) === String(b.id).slice(0, 2);

let prepared: Promise<BasemapData> | null = null;

/** Fetched once from our own server, and cached while the page is open. */
export function loadBasemap(): Promise<BasemapData> {
  prepared ??= prepare();
  prepared.catch(() => {
    prepared = null;
  });
  return prepared;
}

/** The zoom from which the cities of a rank are labeled. */
const cityZoom: Record<Exclude<LabelRank, 0>, number> = { 4: 2.5, 3: 4.2, 2: 5.6, 1: 6.8 };

/** The style for the map library: `data` in the colors of the page. */
export function basemapStyle(
  data: BasemapData,
  colors: Pick<MapColors, 'land' | 'beyond' | 'county' | 'state'>,
): StyleSpecification {
  const cityLayers = ([4, 3, 2, 1] as const).map((rank) => ({
    id: `cities-${rank}`,
    type: 'symbol' as const,
    source: 'cities',
    minzoom: cityZoom[rank],
    filter: ['==', ['get', 'rank'], rank] as ['==', ['get', string], number],
    layout: {
      'icon-image': ['get', 'picture'] as ['get', string],
      'icon-anchor': 'left' as const,
      'icon-offset': [-dotOffset, 0] as [number, number],
      'icon-padding': 4,
      'symbol-sort-key': ['get', 'order'] as ['get', string],
    },
  }));
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: data.land, attribution: sources },
      counties: { type: 'geojson', data: { type: 'Feature', properties: {}, geometry: data.counties } },
      states: { type: 'geojson', data: { type: 'Feature', properties: {}, geometry: data.states } },
      countyNames: { type: 'geojson', data: data.countyNames },
      cities: { type: 'geojson', data: data.cities },
    },
    layers: [
      { id: 'beyond', type: 'background', paint: { 'background-color': colors.beyond } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colors.land } },
      {
        id: 'coast',
        type: 'line',
        source: 'land',
        paint: { 'line-color': colors.county, 'line-width': 0.8 },
      },
      {
        id: 'counties',
        type: 'line',
        source: 'counties',
        minzoom: 5,
        layout: { 'line-join': 'round', 'line-cap': 'round' },
        paint: {
          'line-color': colors.county,
          'line-width': ['interpolate', ['linear'], ['zoom'], 5, 0.5, 8, 1.2, 12, 2.5],
          'line-opacity': ['interpolate', ['linear'], ['zoom'], 5, 0, 6, 1],
        },
      },
      {
        id: 'states',
        type: 'line',
        source: 'states',
        layout: { 'line-join': 'round', 'line-cap': 'round' },
        paint: {
          'line-color': colors.state,
          'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.6, 8, 1.4, 12, 3],
        },
      },
      {
        id: 'county-names',
        type: 'symbol',
        source: 'countyNames',
        minzoom: 7.4,
        layout: { 'icon-image': ['get', 'picture'], 'icon-padding': 16 },
      },
      // The last layer is placed first: where only one label fits, it is that of the bigger city.
      ...cityLayers.reverse(),
    ],
  };
}
