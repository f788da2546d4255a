import { Button, ExternalLink } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ApiError } from '../../common/api-error.ts';
import { editorBootData } from '../boot-data.ts';
import { errorAction } from '../store/error-handling.ts';

interface Props {
  error: Pick<ApiError, 'code' | 'message'>;
  onRetry: () => void;
}

/** The message of an error, followed by the one action that this user can take. */
export function ErrorText({ error, onRetry }: Props) {
  const { settingsUrl } = editorBootData;
  const action = errorAction(error, settingsUrl !== null);
  return (
    <>
      {error.message}{' '}
      {action === 'open-settings' && (
        <ExternalLink href={settingsUrl ?? ''}>{__('Open settings', 'altscribe')}</ExternalLink>
      )}
      {action === 'check-credits' && (
        <Button variant="link" onClick={onRetry}>
          {__('Check again', 'altscribe')}
        </Button>
      )}
      {action === 'retry' && (
        <Button variant="link" onClick={onRetry}>
          {__('Try again', 'altscribe')}
        </Button>
      )}
    </>
  );
}
