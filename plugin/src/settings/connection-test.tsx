import { Notice } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AccessibleButton } from '../common/accessible-button.tsx';
import type { ApiError } from '../common/api-error.ts';
import { testConnection, type Account, type Result, type Settings } from '../common/api.ts';
import { updateCreditNotice } from '../common/credit-notice.ts';
import { connectedMessage } from './connected-message.ts';
import { isComplete, toConnection, type Form } from './form.ts';

interface Props {
  settings: Settings;
  form: Form;
  onError: (error: ApiError | null) => void;
}

/** Tests the values of the fields, saved or not, and shows the answer. */
export function ConnectionTest({ settings, form, onError }: Props) {
  const [isTesting, setIsTesting] = useState(false);
  const [result, setResult] = useState<Result<Account> | null>(null);

  useEffect(() => {
    // The answer was about other values.
    setResult(null);
  }, [form.service_url, form.api_key, form.user_id]);

  const test = async () => {
    setIsTesting(true);
    setResult(null);
    onError(null);
    const answer = await testConnection(toConnection(form, settings));
    setIsTesting(false);
    if (!answer.ok && answer.error.params) {
      onError(answer.error);
    } else {
      if (answer.ok) {
        // The message says the balance.
        updateCreditNotice(null);
      }
      setResult(answer);
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
  return isReady ? null : __('Fill in service URL, API key and account e-mail first.', 'altscribe');
}
