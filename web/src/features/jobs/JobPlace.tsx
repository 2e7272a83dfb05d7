import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconMapOff, IconMapPin } from '@tabler/icons-react';
import { useMemo } from 'react';
import { m } from '@/i18n';
import { useWhereabouts } from '@/session/whereabouts';
import { useJobColour } from '@/ui/jobColour';
import { miles, milesText } from '@/ui/map/nearby';
import { RidgeMap } from '@/ui/map/RidgeMap';

import styles from './JobPlace.module.css';
import { placeLine } from './place';

/** As the specification has it for one job. */
const zoom = 12.5;

/** The place in the maps app of the phone, found by its address: that is what people know and check. */
const mapsLink = (job: Job) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(placeLine(job))}`;

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
  const paint = useJobColour();
  const done = job.status !== 'active';
  const { fill, text } = paint(job.color, done);
  const { id, title } = job;
  const markers = useMemo(
    () => [{ id, latitude, longitude, colour: { fill, text }, label: title, done }],
    [id, latitude, longitude, fill, text, title, done],
  );
  const center = useMemo(() => ({ latitude, longitude }), [latitude, longitude]);
  return (
    <RidgeMap
      className={styles.map}
      center={center}
      zoom={zoom}
      markers={markers}
      label={m.jobs_mapOf({ place: placeLine(job) })}
      inPage
      surroundings
    />
  );
}

/** How far the job is, once somebody asked where they are. */
function FromHere({ latitude, longitude }: Pick<PlacedProps, 'latitude' | 'longitude'>) {
  const { place } = useWhereabouts();
  if (place === null) return null;
  const distance = milesText(miles(place, { latitude, longitude }));
  return <span className={`num ${styles.far}`}>{m.map_fromYou({ distance })}</span>;
}

/** Where a job is: on the map with its pin, and in the maps app. A place that nobody found says so. */
export function JobPlace({ job }: { job: Job }) {
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
          {placeLine(job)}
          {latitude !== null && longitude !== null && <FromHere latitude={latitude} longitude={longitude} />}
        </span>
        <OpenInMaps job={job} />
      </div>
    </div>
  );
}
