import type { Action } from '@bindings';
import { Tooltip } from '@mantine/core';
import { cloneElement, type ReactElement, useId } from 'react';
import { useSession } from '@/queries/accounts/session';

interface Pressable {
  disabled?: boolean | undefined;
  'aria-disabled'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'data-disabled'?: boolean | undefined;
  onClick?: ((event: React.MouseEvent<never>) => void) | undefined;
}

interface PermittedProps {
  action: Action;
  /** Another reason why it cannot be pressed now, such as a completed job. */
  unless?: string | null;
  /** One button or link. */
  children: ReactElement<Pressable>;
}

/**
 * A button that this role may not press stays readable and shows why: in a tooltip, and to screen readers in its
 * description. It stays focusable, so that the reason can be found by keyboard.
 */
export function Permitted({ action, unless = null, children }: PermittedProps) {
  const { whyNot } = useSession();
  const id = useId();
  const reason = whyNot(action) ?? unless;
  if (reason === null) return children;
  return (
    <>
      <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }} multiline maw={280}>
        {cloneElement(children, {
          'aria-disabled': true,
          'aria-describedby': id,
          'data-disabled': true,
          onClick: (event) => event.preventDefault(),
        })}
      </Tooltip>
      <span id={id} className="spoken">
        {reason}
      </span>
    </>
  );
}
