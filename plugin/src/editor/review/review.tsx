import { speak } from '@wordpress/a11y';
import { Button, PanelBody } from '@wordpress/components';
import { useKeyboardShortcut } from '@wordpress/compose';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import { targetKey } from '../post/alt-text-target.ts';
import { ReviewImage } from './review-image.tsx';
import { useWaiting } from './use-waiting.ts';

/**
 * Shows the images with new texts one after the other, as large as the sidebar; the editor shows each
 * in its place. It is no window of its own, because nothing is lost by going on elsewhere.
 */
export function Review({ onEnd }: { onEnd: () => void }) {
  const waiting = useWaiting();
  const [queue] = useState(() => waiting.map(({ image }) => targetKey(image.target)));
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const current = waiting.find(({ image: { target } }) => {
    const key = targetKey(target);
    return queue.includes(key) && !skipped.includes(key);
  });

  const group = useRef<HTMLDivElement>(null);
  useKeyboardShortcut('escape', onEnd, { target: group });

  useEffect(() => {
    if (!current) {
      speak(__('Review finished.', 'altscribe'));
      onEnd();
    }
  }, [current, onEnd]);

  if (!current) {
    return null;
  }
  const key = targetKey(current.image.target);
  const title = sprintf(
    /* translators: 1: number of the text, 2: number of texts. */
    __('Review %1$s of %2$s', 'altscribe'),
    formatNumber(queue.indexOf(key) + 1),
    formatNumber(queue.length),
  );
  return (
    <PanelBody>
      <div role="group" aria-label={title} className="altscribe-review" ref={group}>
        <div className="altscribe-review__header">
          <p className="altscribe-summary__count">{title}</p>
          <Button variant="tertiary" size="compact" aria-keyshortcuts="Escape" onClick={onEnd}>
            {__('End review', 'altscribe')}
          </Button>
        </div>
        <ReviewImage
          key={key}
          review={current}
          title={title}
          onSkip={() => {
            setSkipped([...skipped, key]);
          }}
        />
      </div>
    </PanelBody>
  );
}
