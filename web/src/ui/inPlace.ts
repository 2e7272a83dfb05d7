/** For a form that opens where its fact stands, inside an overlay. */

/** Stands outside of the components so that it is called once, when the element comes. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** For what stands inside the form: the overlay around must not hear its Esc. */
export const ownEscape = { 'data-mantine-stop-propagation': true } as const;
