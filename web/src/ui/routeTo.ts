interface Place {
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** A place in one line: `4417 S Quebec Ct, Littleton, CO 80123`; empty where nothing is known. */
export const placeText = ({ address, city, state, zip }: Place): string =>
  [address, city, [state, zip].filter(Boolean).join(' ')].filter((part) => part?.trim()).join(', ');

/** The way to a place in the maps app of the phone. */
export const routeTo = (place: Place): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(placeText(place))}`;
