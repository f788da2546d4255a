import { Button, Tooltip } from '@wordpress/components';
import type { ReactNode, Ref } from 'react';

/** Any non-empty text. */
type NotEmpty<Text extends string> = Text extends '' ? never : Text;

interface Props<Reason extends string> {
  children: ReactNode;
  onClick?: () => void;
  /** Null if the button is enabled. A disabled button always says why. */
  disabledReason: (Reason & NotEmpty<Reason>) | null;
  /** The reason is already on the screen beside the button, so no tooltip repeats it. */
  isReasonShown?: boolean;
  variant: 'primary' | 'secondary' | 'tertiary' | 'link';
  size?: 'default' | 'compact' | 'small';
  isBusy?: boolean;
  /**
   * For screen readers, if several buttons have the same visible label. It contains that label.
   */
  name?: string;
  className?: string;
  id?: string;
  type?: 'button' | 'submit';
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A button that says why it is disabled and stays focusable while disabled. */
export function AccessibleButton<Reason extends string = string>({
  disabledReason,
  isReasonShown = false,
  name,
  buttonRef,
  ...props
}: Props<Reason>) {
  const reason: string = disabledReason ?? '';
  return (
    <Tooltip text={isReasonShown ? '' : reason} className="altscribe-tooltip">
      <Button
        {...props}
        ref={buttonRef}
        __next40pxDefaultSize
        disabled={disabledReason !== null}
        accessibleWhenDisabled
        aria-label={name}
        description={reason}
      />
    </Tooltip>
  );
}
