import { __ } from '@wordpress/i18n';
import { errorAction, type ApiError } from '../../common/api-error.ts';
import { bootData } from '../boot-data.ts';

interface SettingsLinkProps {
  error: Pick<ApiError, 'code'>;
}

/** " Open settings", after an error that can be solved there, for users who may change them. */
export function SettingsLink({ error }: SettingsLinkProps) {
  const { settingsUrl, connectionError } = bootData;
  // A daily limit of the site, too. The page itself says that it is not connected.
  const isSolvedThere =
    error.code === 'altscribe_daily_limit' ||
    errorAction(error, settingsUrl !== null) === 'open-settings';
  return settingsUrl !== null && !connectionError && isSolvedThere ? (
    <>
      {' '}
      <a href={settingsUrl}>{__('Open settings', 'altscribe')}</a>
    </>
  ) : null;
}
