import {
  BaseControl,
  Button,
  Card,
  CardBody,
  CardHeader,
  CheckboxControl,
  Icon,
  TextControl,
} from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { caution } from '@wordpress/icons';
import type { ReactNode, Ref } from 'react';
import type { SettingLock } from '../common/api.ts';

interface FieldProps {
  label: string;
  type: 'url' | 'email' | 'password' | 'text';
  value: string;
  onChange: (value: string) => void;
  help: string;
  error: string | undefined;
  lock?: SettingLock;
  isReadOnly?: boolean;
  isRequired?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A text field that shows its error, or the source of a value that cannot be changed here. */
export function Field({
  help,
  error,
  lock = false,
  isReadOnly = false,
  isRequired = false,
  inputRef,
  ...props
}: FieldProps) {
  return (
    <TextControl
      {...props}
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      ref={inputRef}
      className="altscribe-field"
      // URLs and keys read from left to right in every language.
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

function lockHelp(lock: Exclude<SettingLock, false>): string {
  return lock === 'constant'
    ? __('Set in wp-config.php.', 'altscribe')
    : __('Set for the whole network.', 'altscribe');
}

/** The help text of a field that may use the network's value. */
export function helpWithNetwork(help: string, isFromNetwork: boolean): string {
  return isFromNetwork
    ? __('Set for the whole network. This site can use another.', 'altscribe')
    : help;
}

/** The help text of a field, or its error, if there is one. */
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

interface CountFieldProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  help: string;
  error: string | undefined;
}

/** A field for a whole number of at least 0. An empty one counts as 0. */
export function CountField({ label, value, onChange, help, error }: CountFieldProps) {
  return (
    <TextControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      className="altscribe-field altscribe-count"
      label={label}
      type="number"
      min={0}
      step={1}
      inputMode="numeric"
      value={value}
      onChange={(typed) => {
        onChange(Number(typed));
      }}
      aria-invalid={error !== undefined}
      help={helpWithError(help, error)}
    />
  );
}

interface RoleChoiceProps {
  legend: string;
  roles: { name: string; label: string }[];
  /** Names of roles. */
  chosen: string[];
  onChange: (chosen: string[]) => void;
  help: string;
}

/** A checkbox for each role. */
export function RoleChoice({ legend, roles, chosen, onChange, help }: RoleChoiceProps) {
  return (
    <fieldset className="altscribe-roles">
      <BaseControl.VisualLabel as="legend">{legend}</BaseControl.VisualLabel>
      {roles.map(({ name, label }) => (
        <CheckboxControl
          key={name}
          __nextHasNoMarginBottom
          label={label}
          checked={chosen.includes(name)}
          onChange={(isChecked) => {
            const others = chosen.filter((role) => role !== name);
            onChange(isChecked ? [...others, name].sort() : others);
          }}
        />
      ))}
      <p>{help}</p>
    </fieldset>
  );
}

interface CardProps {
  title: string;
  /** Shown beside the title; '' for nothing. */
  status?: string;
  children: ReactNode;
}

export function SettingsCard({ title, status = '', children }: CardProps) {
  return (
    <Card>
      <CardHeader>
        <h2 className="altscribe-card-title">{title}</h2>
        {status !== '' && <span className="altscribe-card-status">{status}</span>}
      </CardHeader>
      <CardBody className="altscribe-card-body">{children}</CardBody>
    </Card>
  );
}

interface ApiKeyFieldProps {
  /** Masked; empty when there is none. */
  storedKey: string;
  /** The new key; null until the user replaces the stored one. */
  value: string | null;
  onChange: (value: string | null) => void;
  error: string | undefined;
  lock: SettingLock;
  /** The stored key belongs to the network. */
  isFromNetwork: boolean;
  /** The stored key must be entered again, since it is for another service URL. */
  isNeeded: boolean;
}

/** Shows the end of the stored key and lets the user replace it. */
export function ApiKeyField({
  storedKey,
  value,
  onChange,
  error,
  lock,
  isFromNetwork,
  isNeeded,
}: ApiKeyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [wasToggled, setWasToggled] = useState(false);
  const isKept = value === null;

  useEffect(() => {
    if (wasToggled && !isKept) {
      input.current?.focus();
    }
  }, [wasToggled, isKept]);

  if (isNeeded) {
    return (
      <Field
        label={__('API key', 'altscribe')}
        type="password"
        value={value ?? ''}
        onChange={(typed) => {
          // Without a key nothing can be saved, so nothing is removed either.
          onChange(typed === '' ? null : typed);
        }}
        help={neededHelp(lock, isFromNetwork)}
        error={error}
        isRequired
      />
    );
  }
  return (
    <div className="altscribe-key">
      <Field
        inputRef={input}
        label={__('API key', 'altscribe')}
        type={isKept ? 'text' : 'password'}
        value={isKept || lock ? storedKey : value}
        onChange={onChange}
        help={helpWithNetwork(
          __('Stored on your server. Never sent to a browser.', 'altscribe'),
          isFromNetwork,
        )}
        error={error}
        lock={lock}
        isReadOnly={isKept}
      />
      {storedKey !== '' && !lock && (
        <Button
          __next40pxDefaultSize
          variant="secondary"
          description={isKept ? undefined : __('Keeps the stored key.', 'altscribe')}
          onClick={() => {
            setWasToggled(true);
            onChange(isKept ? '' : null);
          }}
        >
          {isKept ? __('Replace', 'altscribe') : __('Cancel', 'altscribe')}
        </Button>
      )}
    </div>
  );
}

function neededHelp(lock: SettingLock, isFromNetwork: boolean): string {
  if (isFromNetwork) {
    return __(
      'Enter your own API key, which you get in the dashboard of the service, under Keys. The network’s key is for another address.',
      'altscribe',
    );
  }
  return lock
    ? __(
        'Enter the API key from wp-config.php to confirm that it may be sent to this address.',
        'altscribe',
      )
    : __(
        'Enter the API key again. The service URL has changed since it was entered. Without it, create a new one in the dashboard of the service, under Keys.',
        'altscribe',
      );
}
