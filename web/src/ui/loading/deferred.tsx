import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { phoneQuery } from '@/ui/theme/breakpoints';
import { firstListPainted } from '@/wasm/firstListPaint';

/** The loaders of the deferred parts that this device needs. */
const parts: Array<() => Promise<unknown>> = [];

/** Loads every deferred part that is registered. */
export async function loadDeferredParts(): Promise<void> {
  await Promise.all(parts.map((load) => load()));
}

/**
 * For a button that is the fallback of a part: `mousedown` starts the action, so that a press is not lost when the
 * part replaces the button before `click`. With `pointerdown` the part could be there before the press begins, and
 * the same press would open and close it.
 */
export const pressHandlers = (press: () => void) => ({ onMouseDown: press, onClick: press });

/**
 * A component that is not needed for the first list. It loads with everything else that is deferred; until then
 * `fallback` is shown. If it has loaded already it renders at once. `desktopOnly` parts are not loaded on a phone.
 */
export function deferred<Props extends object>(
  find: () => Promise<ComponentType<Props>>,
  { desktopOnly = false } = {},
): (props: Props & { fallback?: ReactNode }) => ReactNode {
  let component: ComponentType<Props> | undefined;
  let resolveLoaded: (part: { default: ComponentType<Props> }) => void;
  const loaded = new Promise<{ default: ComponentType<Props> }>((resolve) => {
    resolveLoaded = resolve;
  });
  const load = async () => {
    component ??= await find();
    const part = { default: component };
    resolveLoaded(part);
    return part;
  };
  if (!desktopOnly || !window.matchMedia(phoneQuery).matches) parts.push(load);
  const LazyPart = lazy(() => Promise.race([loaded, firstListPainted().then(load)]));
  return function Deferred({ fallback = null, ...props }) {
    // The component of the first render, because a different one would lose the state.
    const [Part] = useState<ComponentType<Props>>(
      () => component ?? (LazyPart as unknown as ComponentType<Props>),
    );
    return <Suspense fallback={fallback}>{createElement(Part, props as unknown as Props)}</Suspense>;
  };
}
