import { Button } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Lock } from '../common/api.ts';
import { Field, helpWithNetwork } from './field.tsx';

interface Props {
  /** Masked; empty when there is none. */
  storedKey: string;
  /** The new key; null as long as the user does not replace the stored one. */
  value: string | null;
  onChange: (value: string | null) => void;
  error: string | undefined;
  lock: Lock;
  /** The stored key is that of the network. */
  isFromNetwork: boolean;
  /** The stored key must be entered again, since it is for another service URL. */
  isNeeded: boolean;
}

/** Shows the end of the stored key, and lets the user replace it. */
export function ApiKeyField({
  storedKey,
  value,
  onChange,
  error,
  lock,
  isFromNetwork,
  isNeeded,
}: Props) {
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
          // Without a key nothing can be saved, and so nothing is removed either.
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
          __('Stays on your server; it is never sent to a browser.', 'altscribe'),
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

function neededHelp(lock: Lock, isFromNetwork: boolean): string {
  if (isFromNetwork) {
    return __(
      'Enter an API key of your own: that of the network is for another address.',
      'altscribe',
    );
  }
  return lock
    ? __(
        'Enter the API key from wp-config.php to confirm that it may be sent to this address.',
        'altscribe',
      )
    : __(
        'Enter the API key again: the service URL is no longer the one it was entered for.',
        'altscribe',
      );
}
