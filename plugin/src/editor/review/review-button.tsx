import { Button } from '@wordpress/components';
import { _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import { useWaiting } from './use-waiting.ts';

/** Starts the review; there is no button while no text waits for one. */
export function ReviewButton({ onClick }: { onClick: () => void }) {
  const count = useWaiting().length;
  return (
    count > 0 && (
      <Button variant="secondary" size="compact" onClick={onClick}>
        {sprintf(
          /* translators: %s: number of alt texts. */
          _n('Review %s new text', 'Review %s new texts', count, 'altscribe'),
          formatNumber(count),
        )}
      </Button>
    )
  );
}
