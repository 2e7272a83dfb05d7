import { IconFocusCentered, IconMapOff, IconMinus, IconPlus } from '@tabler/icons-react';
import type { Map as LibreMap } from 'maplibre-gl';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { m } from '@/i18n';

import type { MapMarker } from './clustering';
import { MapPins } from './MapPins';
import { LocateButton, MyLocation } from './MyLocation';
import { NearbyCities } from './NearbyCities';
import styles from './RidgeMap.module.css';
import { goToStart, type StartView } from './startView';
import { useMapLibrary } from './useMapLibrary';

export type { MapMarker } from './clustering';

/** The map moves to its start when that changes. */
interface RidgeMapProps extends StartView {
  markers: readonly MapMarker[];
  /** The accessible name of the map. */
  label: string;
  /** Called when a marker is pressed. Without it markers are images, not buttons. */
  onOpen?: (id: string) => void;
  /** This marker is bigger and on top. */
  selected?: string | undefined;
  /** The map moves to the selected marker when it changes. */
  follows?: boolean;
  /** Shown above the selected marker, such as a card. */
  card?: ReactNode;
  /** Called when this device cannot show a map, or it failed to load, so that other content may take its place. */
  onNone?: () => void;
  /** A still map ignores touch, wheel and keyboard. */
  interactive?: boolean;
  /** On a scrolling page one finger and the wheel keep scrolling the page. */
  inPage?: boolean;
  /** A map of one place: where no streets are drawn, it shows distances and the cities around. */
  surroundings?: boolean;
  /** Shown under the message that there is no map: the address, a link to it, or a hint at the list. */
  instead?: ReactNode;
  className?: string | undefined;
}

/** How far below the center a selected marker is placed: a share of the height, and at most in px. */
const cardRoom = { share: 0.32, most: 150 };

function Controls({ map, start }: { map: LibreMap; start: StartView }) {
  const back = () => goToStart(map, start, true);
  const buttons = [
    { name: m.map_zoomIn(), Icon: IconPlus, press: () => map.zoomIn() },
    { name: m.map_zoomOut(), Icon: IconMinus, press: () => map.zoomOut() },
    { name: m.map_recentre(), Icon: IconFocusCentered, press: back },
  ];
  return (
    <div className={`card floating ${styles.controls}`}>
      {buttons.map(({ name, Icon, press }) => (
        <button key={name} type="button" aria-label={name} title={name} onClick={press}>
          <Icon size={19} stroke={2} aria-hidden />
        </button>
      ))}
      <LocateButton map={map} />
    </div>
  );
}

/**
 * A map with markers: with streets where the installation has a source of them, else an embedded basemap that needs no
 * network. It fills the box that `className` gives it.
 */
export function RidgeMap({
  center,
  zoom,
  bounds,
  markers,
  label,
  onOpen,
  selected,
  follows = false,
  card,
  onNone,
  interactive = true,
  inPage = false,
  surroundings = false,
  instead,
  className = '',
}: RidgeMapProps) {
  const holder = useRef<HTMLDivElement>(null);
  const state = useMapLibrary(holder, { center, zoom, bounds, label, interactive, inPage });
  const drawn = typeof state === 'string' ? null : state;
  const map = drawn?.map;
  const { latitude, longitude } = center;

  // A layout effect, so that it cannot revert a marker that is pressed right away.
  useLayoutEffect(() => {
    if (map === undefined) return;
    goToStart(map, { center: { latitude, longitude }, zoom, bounds }, false);
  }, [map, latitude, longitude, zoom, bounds]);

  const followed = follows ? markers.find(({ id }) => id === selected) : undefined;
  const destination = followed && `${followed.longitude},${followed.latitude}`;
  useLayoutEffect(() => {
    if (map === undefined || destination === undefined) return;
    const [lng = 0, lat = 0] = destination.split(',').map(Number);
    // The card above the marker has to be in view, too.
    const below = Math.min(cardRoom.most, map.getContainer().clientHeight * cardRoom.share);
    map.easeTo({ center: [lng, lat], offset: [0, below] });
  }, [map, destination]);

  const none = state === 'noWebGL' || state === 'failed';
  const reportNoMap = useEffectEvent(() => onNone?.());
  useEffect(() => {
    if (none) reportNoMap();
  }, [none]);

  if (none)
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
          {surroundings && !drawn.streets && <NearbyCities map={drawn.map} center={center} />}
          <MapPins map={drawn.map} markers={markers} selected={selected} onOpen={onOpen} card={card} />
          {interactive && <MyLocation map={drawn.map} />}
          {interactive && <Controls map={drawn.map} start={{ center, zoom, bounds }} />}
          {drawn.streetsFailed && (
            <p className={styles.note} role="status">
              {m.map_noStreets()}
            </p>
          )}
        </>
      )}
    </section>
  );
}
