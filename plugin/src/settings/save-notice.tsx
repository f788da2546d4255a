import { Notice } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ApiError } from '../common/api-error.ts';
import type { Account, Result } from '../common/api.ts';
import { connectedMessage } from './connected-message.ts';

/** The settings are saved. */
export interface Saved {
  /** What became of testing their connection; null if they are not complete. */
  test: Result<Account> | null;
}

interface Props {
  /** Why they were not saved, or not tested. */
  error: ApiError | null;
  saved: Saved | null;
  onDismiss: () => void;
}

export function SaveNotice({ error, saved, onDismiss }: Props) {
  if (error) {
    return <ErrorNotice error={error} />;
  }
  if (!saved) {
    return null;
  }
  const { test } = saved;
  return (
    <Notice status={test?.ok === false ? 'warning' : 'success'} onRemove={onDismiss}>
      {__('Settings saved.', 'altscribe')}
      {test && ` ${test.ok ? connectedMessage(test.value) : test.error.message}`}
    </Notice>
  );
}

/** Each wrong field shows its own sentence, so the notice only says that there are some. */
function ErrorNotice({ error: { message, params } }: { error: ApiError }) {
  return (
    <Notice status="error" isDismissible={false} spokenMessage={message}>
      {params ? __('Nothing was saved. Please correct the marked fields.', 'altscribe') : message}
    </Notice>
  );
}
