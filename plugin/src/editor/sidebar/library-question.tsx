import { Button } from '@wordpress/components';
import { useEffect, useRef } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';

interface Props {
  /** Number of images without alt text. */
  missing: number;
  /** How many of them have a text in the media library. */
  inLibrary: number;
  onAnswer: (useLibraryTexts: boolean) => void;
  onCancel: () => void;
}

/** Asks, before credits are spent, whether to use the texts that are there for free. */
export function LibraryQuestion({ missing, inLibrary, onAnswer, onCancel }: Props) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const question = sprintf(
    /* translators: 1: number of images, 2: number of images without alt text. */
    _n(
      '%1$s of %2$s missing texts stands in the media library. Use it? It costs no credit.',
      '%1$s of %2$s missing texts stand in the media library. Use them? They cost no credit.',
      inLibrary,
      'altscribe',
    ),
    formatNumber(inLibrary),
    formatNumber(missing),
  );
  const rest = missing - inLibrary;
  // Not a plural form: "Use it" stands alone elsewhere.
  const useThem = inLibrary === 1 ? __('Use it', 'altscribe') : __('Use them', 'altscribe');
  return (
    <div role="group" aria-label={question} className="altscribe-question">
      <p>{question}</p>
      <div className="altscribe-actions">
        <Button
          ref={first}
          variant="primary"
          size="compact"
          onClick={() => {
            onAnswer(true);
          }}
        >
          {rest === 0
            ? useThem
            : sprintf(
                /* translators: %s: number of the other alt texts. */
                _n('Use it, generate %s', 'Use them, generate %s', inLibrary, 'altscribe'),
                formatNumber(rest),
              )}
        </Button>
        <Button
          variant="secondary"
          size="compact"
          onClick={() => {
            onAnswer(false);
          }}
        >
          {sprintf(
            /* translators: %s: number of alt texts. */
            _n('Generate %s', 'Generate all %s', missing, 'altscribe'),
            formatNumber(missing),
          )}
        </Button>
        <Button variant="tertiary" size="compact" onClick={onCancel}>
          {__('Cancel', 'altscribe')}
        </Button>
      </div>
    </div>
  );
}
