import { ExternalLink, Spinner } from '@wordpress/components';
import { useSelect } from '@wordpress/data';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Account } from '../../common/api.ts';
import { formatNumber, planName } from '../../common/format.ts';
import { editorBootData } from '../boot-data.ts';
import { useConnectionError } from '../hooks/use-service.ts';
import { store } from '../store/index.ts';

/** Credits, plan, and a link to the settings. */
export function SidebarFooter() {
  const account = useSelect((select) => select(store).getAccount(), []);
  const isLoading = useConnectionError() === null && account === null;
  return (
    <div className="altscribe-footer">
      <span>
        {account && accountText(account)}
        {isLoading && <Spinner />}
      </span>
      {editorBootData.settingsUrl !== null && (
        <ExternalLink href={editorBootData.settingsUrl}>{__('Settings', 'altscribe')}</ExternalLink>
      )}
    </div>
  );
}

/** "47 credits left · Pro" */
function accountText({ creditsAvailable, planType }: Account): string {
  const credits = sprintf(
    /* translators: %s: number of credits. */
    _n('%s credit left', '%s credits left', creditsAvailable, 'altscribe'),
    formatNumber(creditsAvailable),
  );
  return planType === '' ? credits : `${credits} · ${planName(planType)}`;
}
