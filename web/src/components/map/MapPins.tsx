import { Menu } from '@mantine/core';
import type { Map as LibreMap } from 'maplibre-gl';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { m } from '@/i18n';
import { AreaCircles, AreaDot } from './AreaCircles';
import {
  clusterMarkers,
  isSinglePoint,
  type MapMarker,
  type MarkerCluster,
  spreadMarkers,
} from './clustering';
import { MapPin } from './MapPin';
import styles from './MapPins.module.css';
import { useOnMapMove } from './useOnMapMove';
import { useVisibleMarkers } from './useVisibleMarkers';

interface MapPinsProps {
  map: LibreMap;
  markers: readonly MapMarker[];
  /** Shown bigger and on top. */
  selected?: string | undefined;
  onOpen?: ((id: string) => void) | undefined;
  /** Shown above the selected pin. */
  card?: ReactNode;
}

interface SpotProps extends Omit<MapPinsProps, 'markers' | 'card'> {
  at: MarkerCluster;
}

/** From this zoom on a cluster opens as a list: zooming in further would hardly separate its pins. */
const nearest = 15;

function Single({ marker, onOpen }: { marker: MapMarker; onOpen: SpotProps['onOpen'] }) {
  const Mark = marker.radius === undefined ? MapPin : AreaDot;
  const pin = <Mark color={marker.color} done={marker.done ?? false} />;
  if (onOpen === undefined)
    return (
      <span className={styles.pin} role="img" aria-label={marker.label}>
        {pin}
      </span>
    );
  return (
    <button
      type="button"
      data-pin
      className={styles.pin}
      aria-label={marker.label}
      title={marker.hint}
      onClick={() => onOpen(marker.id)}
    >
      {pin}
    </button>
  );
}

function Several({ at, map, onOpen }: SpotProps) {
  const { markers, latitude, longitude } = at;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const pressedOpen = useRef(false);
  const press = () => {
    const zoom = map.getZoom();
    // A press on the open list's own button has closed the list already.
    if (pressedOpen.current) pressedOpen.current = false;
    else if (isSinglePoint(at) || zoom >= nearest) setOpen(true);
    else map.easeTo({ center: [longitude, latitude], zoom: zoom + 2 });
  };
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) button.current?.focus();
  };
  const label = m.map_gathered({ count: markers.length });
  const pin = <span className={`num ${styles.count}`}>{markers.length}</span>;
  if (onOpen === undefined)
    return (
      <span className={styles.pin} role="img" aria-label={label}>
        {pin}
      </span>
    );
  return (
    <>
      <button
        ref={button}
        type="button"
        data-pin
        className={styles.pin}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerDown={() => {
          pressedOpen.current = open;
        }}
        onClick={press}
      >
        {pin}
      </button>
      {open && (
        // Only one menu: hundreds of closed ones would be slower than the map itself.
        <Menu opened onChange={change} position="bottom" withinPortal shadow="md">
          <Menu.Target>
            <span className={styles.anchor} />
          </Menu.Target>
          <Menu.Dropdown className={styles.list}>
            {markers.map(({ id, label: name }) => (
              <Menu.Item key={id} onClick={() => onOpen(id)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

/** The zoom in steps: clusters change only when it has changed by half, and not during a gesture. */
const step = (map: LibreMap) => Math.round(map.getZoom() * 2) / 2;

interface LayerProps {
  map: LibreMap;
  /** The position of each child. */
  places: readonly Pick<MarkerCluster, 'latitude' | 'longitude'>[];
  children: ReactNode;
}

/** An element on the map that moves with it. */
export function Layer({ map, places, children }: LayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const place = useCallback(() => {
    const { clientWidth, clientHeight } = map.getContainer();
    places.forEach(({ longitude, latitude }, index) => {
      const element = layer.current?.children[index];
      if (!(element instanceof HTMLElement)) return;
      const { x, y } = map.project([longitude, latitude]);
      // Markers outside the view take no focus, because the browser would scroll the map to them.
      element.hidden = x < 0 || y < 0 || x > clientWidth || y > clientHeight;
      element.style.transform = `translate(${x}px, ${y}px)`;
    });
  }, [map, places]);
  useOnMapMove(map, place);
  return (
    <div className={styles.layer} ref={layer}>
      {children}
    </div>
  );
}

/** Everything on the map, as buttons in the given order. */
export function MapPins({ map, markers, selected, onOpen, card }: MapPinsProps) {
  const [zoom, setZoom] = useState(() => step(map));
  useEffect(() => {
    const follow = () => setZoom(step(map));
    map.on('zoomend', follow);
    return () => void map.off('zoomend', follow);
  }, [map]);
  const clusters = useMemo(() => clusterMarkers(markers, zoom), [markers, zoom]);
  const near = useVisibleMarkers(map, clusters);
  const spread = useMemo(() => spreadMarkers(near, selected), [near, selected]);
  const cardAnchor = useMemo(() => markers.find(({ id }) => id === selected), [markers, selected]);
  const hasCard = card !== undefined && cardAnchor !== undefined;
  const places = useMemo(() => (hasCard ? [...spread, cardAnchor] : spread), [spread, hasCard, cardAnchor]);
  return (
    <>
      <AreaCircles map={map} clusters={spread} selected={selected} />
      <Layer map={map} places={places}>
        {spread.map((at) => {
          const [first, ...others] = at.markers;
          const chosen = at.markers.some(({ id }) => id === selected);
          return (
            <div
              key={first.id}
              className={styles.spot}
              data-selected={chosen || undefined}
              data-area={(others.length === 0 && first.radius !== undefined) || undefined}
            >
              {others.length === 0 ? (
                <Single marker={first} onOpen={onOpen} />
              ) : (
                <Several at={at} map={map} onOpen={onOpen} />
              )}
            </div>
          );
        })}
        {hasCard && (
          <div key="card" className={`${styles.spot} ${styles.card}`}>
            {card}
          </div>
        )}
      </Layer>
    </>
  );
}
