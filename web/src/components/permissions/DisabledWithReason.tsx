import { Tooltip } from '@mantine/core';
import { type CSSProperties, cloneElement, type ReactElement, useId } from 'react';

export interface Pressable {
  disabled?: boolean | undefined;
  'aria-disabled'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'data-disabled'?: boolean | undefined;
  /** Of an item of a menu. */
  closeMenuOnClick?: boolean | undefined;
  style?: CSSProperties | undefined;
  onClick?: ((event: React.MouseEvent<never>) => void) | undefined;
}

interface DisabledWithReasonProps {
  /** Why it cannot be pressed now; null if it can. */
  reason: string | null;
  /** An item of a menu, which leads its arrow keys past what is marked as disabled. */
  inMenu?: boolean;
  /** One button, link or item. */
  children: ReactElement<Pressable>;
}

/**
 * A button that cannot be pressed now stays readable and shows why: in a tooltip, and to screen readers in its
 * description. It stays focusable, so that the reason can be found by keyboard.
 */
export function DisabledWithReason({ reason, inMenu = false, children }: DisabledWithReasonProps) {
  const id = useId();
  if (reason === null) return children;
  return (
    <>
      <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }} multiline maw={280}>
        {cloneElement(children, {
          'aria-disabled': true,
          'aria-describedby': id,
          ...(inMenu ? { closeMenuOnClick: false, style: { opacity: 0.6 } } : { 'data-disabled': true }),
          onClick: (event) => event.preventDefault(),
        })}
      </Tooltip>
      <span id={id} className="spoken">
        {reason}
      </span>
    </>
  );
}
