import { Button, Tooltip } from '@wordpress/components';
import type { ReactNode, Ref } from 'react';

interface Props {
  children: ReactNode;
  onClick?: () => void;
  /** Why the button does nothing now; null where it works. */
  disabledReason: string | null;
  variant: 'primary' | 'secondary' | 'tertiary' | 'link';
  size?: 'default' | 'compact' | 'small';
  isBusy?: boolean;
  /** For screen readers, where several buttons bear the same name. */
  description?: string;
  className?: string;
  type?: 'button' | 'submit';
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A button that stays in the tab order when it is disabled, and says why it is. */
export function ReasonedButton({ disabledReason, description, buttonRef, ...props }: Props) {
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
