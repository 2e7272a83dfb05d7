import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconMapOff, IconMapPin } from '@tabler/icons-react';
import { useMemo } from 'react';
import { zoomOfCircle } from '@/components/map/AreaCircles';
import { useGeolocation } from '@/components/map/geolocation';
import { miles, milesText } from '@/components/map/nearby';
import { RidgeMap } from '@/components/map/RidgeMap';
import { m } from '@/i18n';
import { areaText } from '@/ui/jobs/areaText';
import { useJobColor } from '@/ui/jobs/jobColor';
import { jobAddress } from '../jobText';
import styles from './JobLocation.module.css';

/** The zoom that the specification requires for one job. */
const zoom = 12.5;

/** The radius, in px, at which a circle and its surroundings are in view. */
const circle = 84;

/** The location in the maps app of the phone, by its address, which users can recognize and check. */
const mapsLink = (job: Job) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(jobAddress(job))}`;

function OpenInMaps({ job }: { job: Job }) {
  return (
    <Button
      component="a"
      className={styles.open ?? ''}
      variant="default"
      href={mapsLink(job)}
      target="_blank"
      rel="noreferrer"
      leftSection={<IconMapPin size={17} aria-hidden />}
    >
      {m.jobs_openInMaps()}
    </Button>
  );
}

interface PlacedProps {
  job: Job;
  latitude: number;
  longitude: number;
}

function Placed({ job, latitude, longitude }: PlacedProps) {
  const paint = useJobColor();
  const done = job.status !== 'active';
  const { fill, text } = paint(job.color, done);
  const { id, title } = job;
  const radius = job.placeArea?.radiusMeters;
  const markers = useMemo(
    () => [{ id, latitude, longitude, color: { fill, text }, label: title, done, radius }],
    [id, latitude, longitude, fill, text, title, done, radius],
  );
  const center = useMemo(() => ({ latitude, longitude }), [latitude, longitude]);
  return (
    <RidgeMap
      className={styles.map}
      center={center}
      zoom={radius === undefined ? zoom : Math.min(zoom, zoomOfCircle(latitude, radius, circle))}
      markers={markers}
      label={m.jobs_mapOf({ place: jobAddress(job) })}
      inPage
      surroundings
    />
  );
}

/** The distance to the job, once the user has shared their position. */
function FromHere({ latitude, longitude }: Pick<PlacedProps, 'latitude' | 'longitude'>) {
  const { place } = useGeolocation();
  if (place === null) return null;
  const distance = milesText(miles(place, { latitude, longitude }));
  return <span className={`num ${styles.far}`}>{m.map_fromYou({ distance })}</span>;
}

/**
 * The location of a job: a pin on the map, and a link to the maps app. Shows a notice if the address could not be
 * geocoded.
 */
export function JobLocation({ job }: { job: Job }) {
  const { latitude, longitude } = job;
  return (
    <div className={styles.place}>
      {latitude === null || longitude === null ? (
        <div className={styles.unknown}>
          <IconMapOff size={28} stroke={1.6} aria-hidden />
          <p>{m.jobs_noPlace()}</p>
          <span>{m.jobs_noPlaceHint()}</span>
        </div>
      ) : (
        <Placed job={job} latitude={latitude} longitude={longitude} />
      )}
      <div className={styles.foot}>
        <span className={styles.line}>
          {latitude !== null && areaText(job)}
          {latitude !== null && longitude !== null && <FromHere latitude={latitude} longitude={longitude} />}
        </span>
        <OpenInMaps job={job} />
      </div>
    </div>
  );
}
