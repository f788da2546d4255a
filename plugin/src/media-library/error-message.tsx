import { Button, ExternalLink } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ApiError } from '../common/api-error.ts';
import { errorAction } from '../common/error-action.ts';
import { mediaBootData } from './boot-data.ts';
import type { AltTextField } from './field.ts';
import { generate } from './requests.ts';

/** The message of an error, followed by the one action that this user can take. */
export function ErrorMessage({ field, error }: { field: AltTextField; error: ApiError }) {
  const { settingsUrl } = mediaBootData;
  const action = errorAction(error, settingsUrl !== null);
  // A plugin that is not set up is no failure.
  const isCalm = error.code === 'altscribe_not_connected';
  return (
    <p className={isCalm ? 'altscribe-note' : 'altscribe-media__error'}>
      {error.message}{' '}
      {action === 'open-settings' && (
        <ExternalLink href={settingsUrl ?? ''}>{__('Open settings', 'altscribe')}</ExternalLink>
      )}
      {(action === 'retry' || action === 'check-credits') && !isCalm && (
        <Button variant="link" onClick={() => void generate(field)}>
          {__('Try again', 'altscribe')}
        </Button>
      )}
    </p>
  );
}
