import { _n, sprintf } from '@wordpress/i18n';
import type { Account } from '../common/api.ts';
import { formatNumber, planName } from '../common/format.ts';

/** "Connected: 47 credits, Pro plan." */
export function connectedMessage({ creditsAvailable, planType }: Account): string {
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
