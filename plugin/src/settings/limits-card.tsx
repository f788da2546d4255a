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

/** Who may spend credits, and how many. */
export function LimitsCard({ form, errors, onEdit }: Props) {
  return (
    <SettingsCard title={__('Limits', 'altscribe')}>
      <RadioControl
        label={__('Who may generate', 'altscribe')}
        selected={form.limit_roles ? 'some' : 'all'}
        options={[
          { value: 'all', label: __('Everybody, for what they may edit', 'altscribe') },
          { value: 'some', label: __('Administrators and these roles only', 'altscribe') },
        ]}
        onChange={(value) => {
          onEdit({ limit_roles: value === 'some' });
        }}
      />
      {form.limit_roles && (
        <RoleChoice
          legend={__('Roles that may generate', 'altscribe')}
          roles={settingsBootData.generatingRoles}
          chosen={form.generate_roles}
          onChange={(generate_roles) => {
            onEdit({ generate_roles });
          }}
          help={__('Others still see the checks, and write texts themselves.', 'altscribe')}
        />
      )}
      <CountField
        label={__('Credits a day', 'altscribe')}
        value={form.daily_credit_limit}
        onChange={(daily_credit_limit) => {
          onEdit({ daily_credit_limit });
        }}
        help={__(
          'The most that this site uses from midnight to midnight, whoever generates. 0 means no limit.',
          'altscribe',
        )}
        error={errors.daily_credit_limit}
      />
      <CountField
        label={__('Say when credits run low', 'altscribe')}
        value={form.low_credits_at}
        onChange={(low_credits_at) => {
          onEdit({ low_credits_at });
        }}
        help={__(
          'Administrators are told once when this many credits or fewer are left. 0 means never.',
          'altscribe',
        )}
        error={errors.low_credits_at}
      />
    </SettingsCard>
  );
}
