import { RadioControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { settingsBootData } from './boot-data.ts';
import { CountField, RoleChoice, SettingsCard } from './field.tsx';
import type { FieldErrors, Form } from './form.ts';

interface Props {
  form: Form;
  errors: FieldErrors;
  onEdit: (part: Partial<Form>) => void;
}

/** Limits: which users may spend credits, and how many. */
export function LimitsCard({ form, errors, onEdit }: Props) {
  return (
    <SettingsCard title={__('Limits', 'altscribe')}>
      <RadioControl
        label={__('Who can generate', 'altscribe')}
        selected={form.limit_roles ? 'some' : 'all'}
        options={[
          { value: 'all', label: __('Anyone who can edit the content', 'altscribe') },
          { value: 'some', label: __('Only administrators and these roles', 'altscribe') },
        ]}
        onChange={(value) => {
          onEdit({ limit_roles: value === 'some' });
        }}
      />
      {form.limit_roles && (
        <RoleChoice
          legend={__('Roles that can generate', 'altscribe')}
          roles={settingsBootData.generatingRoles}
          chosen={form.generate_roles}
          onChange={(generate_roles) => {
            onEdit({ generate_roles });
          }}
          help={__(
            'Other users still see the checks and can write alt text themselves.',
            'altscribe',
          )}
        />
      )}
      <CountField
        label={__('Daily credit limit', 'altscribe')}
        value={form.daily_credit_limit}
        onChange={(daily_credit_limit) => {
          onEdit({ daily_credit_limit });
        }}
        help={__(
          'The most credits this site can use from midnight to midnight. 0 means no limit.',
          'altscribe',
        )}
        error={errors.daily_credit_limit}
      />
      <CountField
        label={__('Low-credit alert', 'altscribe')}
        value={form.low_credits_at}
        onChange={(low_credits_at) => {
          onEdit({ low_credits_at });
        }}
        help={__(
          'Administrators are notified once when this many credits or fewer are left. 0 means never.',
          'altscribe',
        )}
        error={errors.low_credits_at}
      />
    </SettingsCard>
  );
}
