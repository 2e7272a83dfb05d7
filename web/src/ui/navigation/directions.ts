interface Address {
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** An address in one line: `4417 S Quebec Ct, Littleton, CO 80123`; empty if nothing is known. */
export const addressLine = ({ address, city, state, zip }: Address): string =>
  [address, city, [state, zip].filter(Boolean).join(' ')].filter((part) => part?.trim()).join(', ');

/** The link to directions, which opens the maps app of a phone. */
export const directionsUrl = (place: Address): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(addressLine(place))}`;
