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
  /** For screen readers, if several buttons have the same name. */
  description?: string;
  className?: string;
  type?: 'button' | 'submit';
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A button that says why it is disabled, and can have the focus even then. */
export function AccessibleButton({ disabledReason, description, buttonRef, ...props }: Props) {
  return (
    <Tooltip text={disabledReason ?? ''}>
      <Button
        {...props}
        ref={buttonRef}
        __next40pxDefaultSize
        disabled={disabledReason !== null}
        accessibleWhenDisabled
        description={[description, disabledReason].filter(Boolean).join('. ')}
      />
    </Tooltip>
  );
}
