import { m } from '@/i18n';

const courses = (count: number, path: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => path(at)).join('');

const shingles = [
  courses(8, (at) => `M${70 + at * 10} ${120 + at * 10}H${410 - at * 10}`),
  courses(8, (at) => `M${70 + at * 10} ${280 - at * 10}H${at <= 5 ? 310 + at * 10 : 410 - at * 10}`),
  courses(5, (at) => `M${310 + at * 10} ${280 - at * 10}V370`),
].join('');

interface RoofIllustrationProps {
  className?: string | undefined;
  /** Whether to label lengths and slopes. */
  dimensions?: boolean;
}

/** The illustration of the product: a measured roof plan. Lines take the text color, ridges the copper. */
export function RoofIllustration({ className, dimensions = true }: RoofIllustrationProps) {
  const copper = 'var(--rl-plan-accent, var(--rl-accent-line))';
  return (
    <svg
      className={className}
      viewBox="0 0 560 400"
      fill="none"
      fontSize="12"
      aria-hidden="true"
      focusable="false"
    >
      <g stroke="currentColor" strokeWidth="1.4" opacity=".85">
        <path d="M60 110H420V290H60ZM300 290V370H420V290M420 150H500V250H420" />
        <path d="M60 110 150 200M60 290 150 200M420 110 330 200M420 290 330 200M300 290 360 230M420 150 370 200M420 250 370 200" />
      </g>
      <path d={shingles} stroke="currentColor" strokeWidth=".8" opacity=".5" />
      <path d="M150 200H330M360 230V370M370 200H500" stroke={copper} strokeWidth="3.4" />
      {dimensions && (
        <>
          <g fill="currentColor">
            <text x="222" y="96">
              42′ 6″
            </text>
            <text x="18" y="205">
              21′ 0″
            </text>
            <text x="196" y="156">
              8/12
            </text>
            <text x="378" y="326">
              8/12
            </text>
          </g>
          <g fill={copper} fontWeight="600">
            <text x="200" y="192">
              {m.common_ridge({ length: '18′' })}
            </text>
            <text x="440" y="190">
              9′
            </text>
          </g>
          <path
            d="M60 100H214M270 100H420M60 95v10M420 95v10M50 110V190M50 214V290M45 110h10M45 290h10"
            stroke="currentColor"
          />
        </>
      )}
    </svg>
  );
}
