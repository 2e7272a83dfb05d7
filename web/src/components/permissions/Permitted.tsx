import type { Action } from '@bindings';
import type { ReactElement } from 'react';
import { useSession } from '@/queries/accounts/session';
import { DisabledWithReason, type Pressable } from './DisabledWithReason';

interface PermittedProps {
  action: Action;
  /** Another reason why it cannot be pressed now, such as a completed job. */
  unless?: string | null;
  inMenu?: boolean;
  /** One button, link or item of a menu. */
  children: ReactElement<Pressable>;
}

/** A button that this role may not press shows why. */
export function Permitted({ action, unless = null, inMenu = false, children }: PermittedProps) {
  const { whyNot } = useSession();
  return (
    <DisabledWithReason reason={whyNot(action) ?? unless} inMenu={inMenu}>
      {children}
    </DisabledWithReason>
  );
}
