import { Icon, TextControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { caution } from '@wordpress/icons';
import type { ReactNode, Ref } from 'react';
import type { Lock } from '../common/api.ts';

interface Props {
  label: string;
  type: 'url' | 'email' | 'password' | 'text';
  value: string;
  onChange: (value: string) => void;
  help: string;
  error: string | undefined;
  lock?: Lock;
  isReadOnly?: boolean;
  isRequired?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A text field that shows its error, or what sets it. */
export function Field({
  help,
  error,
  lock = false,
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
      readOnly={lock !== false || isReadOnly}
      aria-required={isRequired}
      aria-invalid={error !== undefined}
      help={helpWithError(lock === false ? help : lockHelp(lock), error)}
    />
  );
}

function lockHelp(lock: Exclude<Lock, false>): string {
  return lock === 'constant'
    ? __('Set in wp-config.php.', 'altscribe')
    : __('Set for the whole network.', 'altscribe');
}

/** The help of a field that may have the value of the network. */
export function helpWithNetwork(help: string, isFromNetwork: boolean): string {
  return isFromNetwork
    ? __('Set for the whole network; this site may use another.', 'altscribe')
    : help;
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
