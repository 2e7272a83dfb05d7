import type { Job } from '@bindings';
import { m } from '@/i18n';

type Place = Pick<Job, 'placeArea' | 'address' | 'city' | 'zip'>;

/** The street without the number of the house. */
const streetOf = (address: string) => address.replace(/^\s*\d\S*\s+/, '');

/** What is known of the place of a job: "About here: ZIP 37206". Null if it is the house itself. */
export function areaText({ placeArea, address, city, zip }: Place): string | null {
  if (placeArea === undefined) return null;
  const code = zip?.trim().slice(0, 5) ?? '';
  switch (placeArea.kind) {
    case 'street':
      return m.map_aboutHere({ place: streetOf(address ?? city) });
    case 'zip':
      return m.map_aboutHere({ place: code === '' ? city : m.map_placeZip({ zip: code }) });
    case 'city':
      return m.map_aboutHere({ place: city });
    case 'region':
      return m.map_aboutHere({ place: code === '' ? city : m.map_placeRegion({ zip: code }) });
  }
}
