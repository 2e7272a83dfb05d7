import type { Paint } from '@/ui/jobs/jobColor';

/** A map pin in the color of its job: with the logo, or with a check when the job is done. */
export function MapPin({ color, done = false }: { color: Paint; done?: boolean }) {
  return (
    <svg width="34" height="42" viewBox="0 0 34 42" aria-hidden="true" focusable="false">
      <path
        d="M17 40.4C12.6 34.6 2.4 25.9 2.4 16.6a14.6 14.6 0 0 1 29.2 0C31.6 25.9 21.4 34.6 17 40.4Z"
        fill={color.fill}
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
      {done ? (
        <path
          d="m11 16.8 4.3 4.3 8.2-8.7"
          fill="none"
          stroke={color.text}
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : (
        <g fill={color.text}>
          <path d="M8.4 21 12.4 12h7.6l-4 9Z" />
          <path d="M18 21 22.1 12.7 25.9 21Z" />
        </g>
      )}
    </svg>
  );
}
