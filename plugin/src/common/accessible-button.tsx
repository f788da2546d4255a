import { Button, Tooltip } from '@wordpress/components';
import type { ReactNode, Ref } from 'react';

interface Props {
  children: ReactNode;
  onClick?: () => void;
  /** Null if the button is enabled. */
  disabledReason: string | null;
  variant: 'primary' | 'secondary' | 'tertiary' | 'link';
  size?: 'default' | 'compact' | 'small';
  isBusy?: boolean;
  /** For screen readers, if several buttons have the same visible label, which it contains. */
  name?: string;
  className?: string;
  id?: string;
  type?: 'button' | 'submit';
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A button that says why it is disabled, and can have the focus even then. */
export function AccessibleButton({ disabledReason, name, buttonRef, ...props }: Props) {
  return (
    <Tooltip text={disabledReason ?? ''} className="altscribe-tooltip">
      <Button
        {...props}
        ref={buttonRef}
        __next40pxDefaultSize
        disabled={disabledReason !== null}
        accessibleWhenDisabled
        aria-label={name}
        description={disabledReason ?? ''}
      />
    </Tooltip>
  );
}
