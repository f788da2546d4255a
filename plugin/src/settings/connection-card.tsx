import { __ } from '@wordpress/i18n';
import type { ApiError } from '../common/api-error.ts';
import type { Settings } from '../common/api.ts';
import { ApiKeyField } from './api-key-field.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { Field, helpWithNetwork } from './field.tsx';
import { isKeyNeeded, type FieldErrors, type Form } from './form.ts';
import { SettingsCard } from './settings-card.tsx';

interface Props {
  settings: Settings;
  form: Form;
  errors: FieldErrors;
  onEdit: (part: Partial<Form>) => void;
  onError: (error: ApiError | null) => void;
}

export function ConnectionCard({ settings, form, errors, onEdit, onError }: Props) {
  return (
    <SettingsCard title={__('Connection', 'altscribe')}>
      <Field
        label={__('Service URL', 'altscribe')}
        type="url"
        value={form.service_url}
        onChange={(service_url) => {
          onEdit({ service_url });
        }}
        help={helpWithNetwork(
          __('Where your Altscribe service runs: https://alt.example.com', 'altscribe'),
          settings.network.includes('service_url'),
        )}
        error={errors.service_url}
        lock={settings.locked.service_url}
      />
      <ApiKeyField
        storedKey={settings.api_key}
        value={form.api_key}
        onChange={(api_key) => {
          onEdit({ api_key });
        }}
        error={errors.api_key}
        lock={settings.locked.api_key}
        isFromNetwork={settings.network.includes('api_key')}
        isNeeded={isKeyNeeded(form, settings)}
      />
      <Field
        label={__('Account e-mail', 'altscribe')}
        type="email"
        value={form.user_id}
        onChange={(user_id) => {
          onEdit({ user_id });
        }}
        help={helpWithNetwork(
          __('The account whose credits are used.', 'altscribe'),
          settings.network.includes('user_id'),
        )}
        error={errors.user_id}
        lock={settings.locked.user_id}
      />
      <ConnectionTest settings={settings} form={form} onError={onError} />
    </SettingsCard>
  );
}
