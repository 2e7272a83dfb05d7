import { IconCurrentLocation, IconMapOff, IconMinus, IconPlus } from '@tabler/icons-react';
import type { Map as LibreMap } from 'maplibre-gl';
import { type ReactNode, useEffect, useRef } from 'react';
import { m } from '@/i18n';

import type { MapMarker } from './gathering';
import { MapPins } from './MapPins';
import styles from './RidgeMap.module.css';
import { Surroundings } from './Surroundings';
import { useDrawnMap } from './useDrawnMap';

export type { MapMarker } from './gathering';

interface RidgeMapProps {
  /** Where it starts, and where it goes when this changes. */
  center: { latitude: number; longitude: number };
  zoom: number;
  markers: readonly MapMarker[];
  /** What the map is called by those who do not see it. */
  label: string;
  /** A marker was pressed. Without it markers are pictures, not buttons. */
  onOpen?: (id: string) => void;
  /** This marker is bigger and on top. */
  selected?: string;
  /** A still map takes no finger, no wheel and no key. */
  interactive?: boolean;
  /** It stands in a page that scrolls: one finger and the wheel go on scrolling the page. */
  inPage?: boolean;
  /** A map of one place: where no streets are drawn, it shows how far a mile is and which cities lie around. */
  surroundings?: boolean;
  /** Stands under the sentence that there is no map: the address, a way to it, or where the list is. */
  instead?: ReactNode;
  className?: string | undefined;
}

interface ControlsProps {
  map: LibreMap;
  center: RidgeMapProps['center'];
  zoom: number;
}

function Controls({ map, center: { latitude, longitude }, zoom }: ControlsProps) {
  const back = () => map.easeTo({ center: [longitude, latitude], zoom });
  const buttons = [
    { name: m.map_zoomIn(), Icon: IconPlus, press: () => map.zoomIn() },
    { name: m.map_zoomOut(), Icon: IconMinus, press: () => map.zoomOut() },
    { name: m.map_recentre(), Icon: IconCurrentLocation, press: back },
  ];
  return (
    <div className={styles.controls}>
      {buttons.map(({ name, Icon, press }) => (
        <button key={name} type="button" aria-label={name} title={name} onClick={press}>
          <Icon size={19} stroke={2} aria-hidden />
        </button>
      ))}
    </div>
  );
}

/**
 * A map with markers: Mapbox's streets where the installation has a token, else an embedded basemap that needs no
 * network. It fills the box that `className` gives it.
 */
export function RidgeMap({
  center,
  zoom,
  markers,
  label,
  onOpen,
  selected,
  interactive = true,
  inPage = false,
  surroundings = false,
  instead,
  className = '',
}: RidgeMapProps) {
  const holder = useRef<HTMLDivElement>(null);
  const state = useDrawnMap(holder, { center, zoom, label, interactive, inPage });
  const drawn = typeof state === 'string' ? null : state;
  const map = drawn?.map;
  const { latitude, longitude } = center;

  useEffect(() => {
    map?.jumpTo({ center: [longitude, latitude], zoom });
  }, [map, latitude, longitude, zoom]);

  if (state === 'noWebGL' || state === 'failed')
    return (
      <section className={`${styles.none} ${className}`} aria-label={label}>
        <IconMapOff size={28} stroke={1.6} aria-hidden />
        <p>{state === 'noWebGL' ? m.map_noWebGL() : m.map_failed()}</p>
        {instead}
      </section>
    );
  return (
    <section className={`${styles.map} ${className}`} aria-label={label} aria-busy={drawn === null}>
      <div className={styles.holder} ref={holder} />
      {drawn !== null && (
        <>
          {surroundings && !drawn.streets && <Surroundings map={drawn.map} center={center} />}
          <MapPins map={drawn.map} markers={markers} selected={selected} onOpen={onOpen} />
          {interactive && <Controls map={drawn.map} center={center} zoom={zoom} />}
        </>
      )}
    </section>
  );
}
