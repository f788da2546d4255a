import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from './format.ts';

/**
 * Updates the low-credit notice that PHP prints above a screen when a script gets a newer balance.
 * @param credits The balance; null removes the notice, if the screen already shows it elsewhere.
 */
export function updateCreditNotice(credits: number | null): void {
  const notice = document.getElementById('altscribe-low-credits');
  if (!notice) {
    return;
  }
  const { limit = '0', account = '' } = notice.dataset;
  notice.hidden = credits === null || credits > Number(limit);
  const text = notice.querySelector('p');
  if (text && credits !== null) {
    text.textContent = lowCreditsText(credits, account);
  }
}

/** Same text as in platform/dashboard.php. */
function lowCreditsText(credits: number, account: string): string {
  if (credits <= 0) {
    return sprintf(
      /* translators: %s: e-mail address of an account. */
      __('Altscribe has no credits left. Ask the account owner (%s) to add credits.', 'altscribe'),
      account,
    );
  }
  return sprintf(
    /* translators: 1: number of credits, 2: e-mail address of an account. */
    _n(
      'Altscribe has %1$s credit left. Ask the account owner (%2$s) to add credits.',
      'Altscribe has %1$s credits left. Ask the account owner (%2$s) to add credits.',
      credits,
      'altscribe',
    ),
    formatNumber(credits),
    account,
  );
}
