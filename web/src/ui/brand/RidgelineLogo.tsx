/** The logo: a slate slope and a copper hip under one ridge line. */
export function RidgelineLogo({ size = 28, on = 'surface' }: { size?: number; on?: 'slate' | 'surface' }) {
  const hip = on === 'slate' ? 'var(--rl-topbar-accent)' : 'var(--rl-accent-line)';
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M.8 24.6 9.4 7.4H24L15.4 24.6Z" fill="currentColor" />
      <path d="M17.9 24.6 25.9 8.9 31.4 24.6Z" fill={hip} />
    </svg>
  );
}
