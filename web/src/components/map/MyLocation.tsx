import { IconCurrentLocation, IconX } from '@tabler/icons-react';
import type { Map as LibreMap } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import { m } from '@/i18n';
import { dismissLocationProblem, locationProblemText, requestLocation, useGeolocation } from './geolocation';
import { Layer } from './MapPins';
import styles from './MyLocation.module.css';

/** Requests the position of the device, then moves the map there. */
export function LocateButton({ map }: { map: LibreMap }) {
  const { place, isSeeking } = useGeolocation();
  const going = useRef(false);
  useEffect(() => {
    if (!going.current || place === null) return;
    going.current = false;
    map.easeTo({ center: [place.longitude, place.latitude] });
  }, [map, place]);
  const press = () => {
    requestLocation();
    if (place === null) going.current = true;
    else map.easeTo({ center: [place.longitude, place.latitude] });
  };
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={m.map_whereAmI()}
      title={m.map_whereAmI()}
      aria-busy={isSeeking}
      data-known={place !== null || undefined}
      onClick={press}
    >
      <IconCurrentLocation size={19} stroke={2} aria-hidden />
    </button>
  );
}

/** The dot at the user's position, or the reason why there is none. */
export function MyLocation({ map }: { map: LibreMap }) {
  const { place, isSeeking, trouble } = useGeolocation();
  const places = useMemo(() => (place === null ? [] : [place]), [place]);
  return (
    <>
      <Layer map={map} places={places}>
        {place !== null && (
          <div className={styles.spot}>
            <span className={styles.dot} role="img" aria-label={m.map_youAreHere()} />
          </div>
        )}
      </Layer>
      <div className={styles.message} role="status">
        {isSeeking && <p>{m.map_seeking()}</p>}
        {trouble !== null && (
          <p>
            <span className="grow">{locationProblemText(trouble)}</span>
            <button type="button" aria-label={m.common_close()} onClick={dismissLocationProblem}>
              <IconX size={18} aria-hidden />
            </button>
          </p>
        )}
      </div>
    </>
  );
}
