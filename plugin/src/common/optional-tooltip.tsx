import { Tooltip } from '@wordpress/components';
import { cloneElement, useState } from '@wordpress/element';
import type { ComponentProps, ReactElement } from 'react';

type Props = Omit<ComponentProps<typeof Tooltip>, 'children' | 'text'> & {
  /** '' for none. */
  text: string;
  /** The element with the tooltip. It has no such handlers of its own. */
  children: ReactElement<
    Record<'onFocus' | 'onMouseEnter' | 'onBlur' | 'onMouseLeave', () => void>
  >;
};

/**
 * A tooltip whose text comes and goes. WordPress's tooltip also opens without a text, but only closes
 * with one: a text that comes after focus and pointer have left would be shown, and would stay.
 */
export function OptionalTooltip({ text, children, ...props }: Props) {
  const [isLeftOpen, setIsLeftOpen] = useState(false);
  const enter = () => setIsLeftOpen(false);
  const leave = () => setIsLeftOpen(text === '');
  return (
    <Tooltip {...props} text={isLeftOpen ? '' : text}>
      {cloneElement(children, {
        onFocus: enter,
        onMouseEnter: enter,
        onBlur: leave,
        onMouseLeave: leave,
      })}
    </Tooltip>
  );
}
