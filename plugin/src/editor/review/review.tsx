import { speak } from '@wordpress/a11y';
import { Button, PanelBody } from '@wordpress/components';
import { useKeyboardShortcut } from '@wordpress/compose';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { KeyboardEvent } from 'react';
import { formatNumber } from '../../common/format.ts';
import { targetKey } from '../post/alt-text-target.ts';
import { keyHandler } from './key-handler.ts';
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
  useKeyboardShortcut('escape', keyHandler(onEnd), { target: group });
  const ignoreHeldKey = useHeldKey();

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
      <div
        role="group"
        aria-label={title}
        className="altscribe-review"
        ref={group}
        onKeyDownCapture={ignoreHeldKey}
      >
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

/**
 * Returns what keeps a key that is held down from acting again where the focus has gone meanwhile: Enter would
 * accept text after text unread, and E would be typed.
 */
function useHeldKey() {
  const pressedIn = useRef<EventTarget | null>(null);
  return (event: KeyboardEvent) => {
    if (!event.repeat) {
      pressedIn.current = event.target;
    } else if (event.target !== pressedIn.current) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}
