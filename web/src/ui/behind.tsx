import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { listSeen } from '@/wasm/firstList';

import { phone } from './widths';

/** How each part is fetched that the device has room for. */
const parts: Array<() => Promise<unknown>> = [];

/** Fetches every part that the pages of now know of. */
export async function partsBehind(): Promise<void> {
  await Promise.all(parts.map((load) => load()));
}

/**
 * For a button that stands in the place of a part. A press that began on it is not lost where the part comes before it
 * ends; at `pointerdown` the part could come before the press even begins, and would be opened and closed by it.
 */
export const onPress = (press: () => void) => ({ onMouseDown: press, onClick: press });

/**
 * A part that a first list is drawn without. It is fetched with everything else that stands behind that list; until
 * then `meanwhile` stands in its place. Once it is here it is drawn at once. What only a desktop has is fetched when
 * there is one.
 */
export function behind<Props extends object>(
  find: () => Promise<ComponentType<Props>>,
  { desk = false } = {},
): (props: Props & { meanwhile?: ReactNode }) => ReactNode {
  let here: ComponentType<Props> | undefined;
  let arrive: (part: { default: ComponentType<Props> }) => void;
  const arrived = new Promise<{ default: ComponentType<Props> }>((resolve) => {
    arrive = resolve;
  });
  const load = async () => {
    here ??= await find();
    const part = { default: here };
    arrive(part);
    return part;
  };
  if (!desk || !window.matchMedia(phone).matches) parts.push(load);
  const Later = lazy(() => Promise.race([arrived, listSeen().then(load)]));
  return function Behind({ meanwhile = null, ...props }) {
    // The one that it began with: another would forget what was done in it.
    const [Part] = useState<ComponentType<Props>>(() => here ?? (Later as unknown as ComponentType<Props>));
    return <Suspense fallback={meanwhile}>{createElement(Part, props as unknown as Props)}</Suspense>;
  };
}
