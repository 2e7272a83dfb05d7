/** For a form that is opened inline, inside an overlay. */

/** A stable function outside of the components, so that React calls it once, on mount. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** For elements inside the form: the overlay must not handle their Esc. */
export const handlesEscape = { 'data-mantine-stop-propagation': true } as const;
