import { Icon, TextControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { caution } from '@wordpress/icons';
import type { ReactNode, Ref } from 'react';

interface Props {
  label: string;
  type: 'url' | 'email' | 'password' | 'text';
  value: string;
  onChange: (value: string) => void;
  help: string;
  error: string | undefined;
  isLocked?: boolean;
  isReadOnly?: boolean;
  isRequired?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A text field that shows its error, or that a constant sets it. */
export function Field({
  help,
  error,
  isLocked = false,
  isReadOnly = false,
  isRequired = false,
  inputRef,
  ...props
}: Props) {
  return (
    <TextControl
      {...props}
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      ref={inputRef}
      className="altscribe-field"
      // Addresses and keys read from left to right in every language.
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      readOnly={isLocked || isReadOnly}
      aria-required={isRequired}
      aria-invalid={error !== undefined}
      help={helpWithError(isLocked ? __('Set in wp-config.php.', 'altscribe') : help, error)}
    />
  );
}

/** The help of a field; in its place the error, if there is one. */
export function helpWithError(help: string, error: string | undefined): ReactNode {
  return error === undefined ? (
    help
  ) : (
    <span className="altscribe-field-error">
      <Icon icon={caution} size={20} />
      {error}
    </span>
  );
}
