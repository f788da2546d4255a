import { Notice } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { AccessibleButton } from '../common/accessible-button.tsx';
import { testConnection, type Account, type Result, type Settings } from '../common/api.ts';
import type { ApiError } from '../common/api-error.ts';
import { updateCreditNotice } from '../common/credit-notice.ts';
import { formatNumber, joinFacts, planName } from '../common/format.ts';
import { isUnlimitedPlan } from '../common/run-texts.ts';
import { ApiKeyField, Field, helpWithNetwork, SettingsCard } from './field.tsx';
import { isComplete, isKeyNeeded, toConnection, type FieldErrors, type Form } from './form.ts';

/** "Connected: 47 credits, Pro plan.", or "Connected: unlimited plan." */
export function connectedMessage({ creditsAvailable, planType }: Account): string {
  if (isUnlimitedPlan(planType)) {
    return __('Connected: unlimited plan.', 'altscribe');
  }
  return sprintf(
    /* translators: 1: number of credits, 2: name of a plan. */
    _n(
      'Connected: %1$s credit, %2$s plan.',
      'Connected: %1$s credits, %2$s plan.',
      creditsAvailable,
      'altscribe',
    ),
    formatNumber(creditsAvailable),
    planName(planType),
  );
}

/** "Connected · Pro · 200 credits", or "Connected · Unlimited" */
function connectedStatus({ creditsAvailable, planType }: Account): string {
  return joinFacts([
    __('Connected', 'altscribe'),
    ...(isUnlimitedPlan(planType)
      ? [__('Unlimited', 'altscribe')]
      : [
          planName(planType),
          sprintf(
            /* translators: %s: number of credits. */
            _n('%s credit', '%s credits', creditsAvailable, 'altscribe'),
            formatNumber(creditsAvailable),
          ),
        ]),
  ]);
}

interface ConnectionTestProps {
  settings: Settings;
  form: Form;
  onAccount: (account: Account | null) => void;
  onError: (error: ApiError | null) => void;
}

/** Tests the values of the fields, saved or not, and shows the result. */
function ConnectionTest({ settings, form, onAccount, onError }: ConnectionTestProps) {
  const [isTesting, setIsTesting] = useState(false);
  const [result, setResult] = useState<Result<Account> | null>(null);

  useEffect(() => {
    // The shown result is for other values.
    setResult(null);
  }, [form.service_url, form.api_key, form.user_id]);

  const values = toConnection(form, settings);
  const latest = useRef(values);
  latest.current = values;

  const test = async () => {
    setIsTesting(true);
    setResult(null);
    onError(null);
    const answer = await testConnection(values);
    setIsTesting(false);
    if (JSON.stringify(values) !== JSON.stringify(latest.current)) {
      // The result is for the values before an edit.
      return;
    }
    if (!answer.ok && answer.error.params) {
      onError(answer.error);
    } else {
      if (answer.ok) {
        // The message states the balance.
        updateCreditNotice(null);
      }
      setResult(answer);
      onAccount(answer.ok ? answer.value : null);
    }
  };

  return (
    <>
      <div>
        <AccessibleButton
          variant="secondary"
          isBusy={isTesting}
          disabledReason={disabledReason(isComplete(form, settings), isTesting)}
          onClick={() => void test()}
        >
          {isTesting ? __('Testing…', 'altscribe') : __('Test connection', 'altscribe')}
        </AccessibleButton>
      </div>
      {result && (
        <Notice status={result.ok ? 'success' : 'error'} isDismissible={false}>
          {result.ok ? connectedMessage(result.value) : result.error.message}
        </Notice>
      )}
    </>
  );
}

function disabledReason(isReady: boolean, isTesting: boolean): string | null {
  if (isTesting) {
    return __('The connection is being tested.', 'altscribe');
  }
  return isReady
    ? null
    : __('Enter the service URL, API key and account e-mail first.', 'altscribe');
}

interface ConnectionCardProps {
  settings: Settings;
  form: Form;
  errors: FieldErrors;
  /** The account for these values, if it is known. */
  account: Account | null | undefined;
  onAccount: (account: Account | null) => void;
  onEdit: (part: Partial<Form>) => void;
  onError: (error: ApiError | null) => void;
}

export function ConnectionCard({
  settings,
  form,
  errors,
  account,
  onAccount,
  onEdit,
  onError,
}: ConnectionCardProps) {
  return (
    <SettingsCard
      title={__('Connection', 'altscribe')}
      status={account ? connectedStatus(account) : ''}
    >
      <Field
        label={__('Service URL', 'altscribe')}
        type="url"
        value={form.service_url}
        onChange={(service_url) => {
          onEdit({ service_url });
        }}
        help={helpWithNetwork(
          __('The address of your Altscribe service, such as https://alt.example.com', 'altscribe'),
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
      <ConnectionTest settings={settings} form={form} onAccount={onAccount} onError={onError} />
    </SettingsCard>
  );
}
