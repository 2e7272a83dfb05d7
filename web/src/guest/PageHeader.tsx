/** @jsxImportSource preact */

/** The slate header with the mark of the product and the company that made the link. */
export function PageHeader({ company }: { company: string }) {
  return (
    <header class="guestHeader">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <path d="M.8 24.6 9.4 7.4H24L15.4 24.6Z" fill="currentColor" />
        <path d="M17.9 24.6 25.9 8.9 31.4 24.6Z" fill="var(--rl-topbar-accent)" />
      </svg>
      <span>{company}</span>
    </header>
  );
}
