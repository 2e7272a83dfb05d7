interface Address {
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** A place in one line: `4417 S Quebec Ct, Littleton, CO 80123`; empty where nothing is known. */
export const addressLine = ({ address, city, state, zip }: Address): string =>
  [address, city, [state, zip].filter(Boolean).join(' ')].filter((part) => part?.trim()).join(', ');

/** Directions to a place in the maps app of the phone. */
export const directionsUrl = (place: Address): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(addressLine(place))}`;
