import { Button } from '@wordpress/components';
import { useEffect, useRef } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { KeyboardEvent } from 'react';
import { formatNumber } from './format.ts';

/** The questions before all missing texts of a post are generated. */

interface LibraryQuestionProps {
  /** Number of images without alt text. */
  missing: number;
  /** How many of them have a text in the media library. */
  inLibrary: number;
  /**
   * Number of texts to generate if those are not used. Excludes images with a text in the library
   * if texts are saved there.
   */
  generated: number;
  onAnswer: (useLibraryTexts: boolean) => void;
  onCancel: () => void;
}

/**
 * "The media library already has a text for 1 of these 9 images. Use it for free?" Asked before
 * credits are spent.
 */
export function LibraryQuestion({
  missing,
  inLibrary,
  generated,
  onAnswer,
  onCancel,
}: LibraryQuestionProps) {
  const rest = missing - inLibrary;
  // Not a plural form, because "Use it" is also used on its own.
  const useThem = inLibrary === 1 ? __('Use it', 'altscribe') : __('Use them', 'altscribe');
  const answers = [
    {
      label:
        rest === 0
          ? useThem
          : sprintf(
              /* translators: %s: number of the other alt texts. */
              _n('Use it and generate %s', 'Use them and generate %s', inLibrary, 'altscribe'),
              formatNumber(rest),
            ),
      onClick: () => {
        onAnswer(true);
      },
    },
    ...(generated > 0
      ? [
          {
            label: sprintf(
              /* translators: %s: number of alt texts. */
              _n('Generate %s', 'Generate all %s', generated, 'altscribe'),
              formatNumber(generated),
            ),
            onClick: () => {
              onAnswer(false);
            },
          },
        ]
      : []),
  ];
  return (
    <Question
      key="library"
      text={libraryQuestion(inLibrary, missing)}
      answers={answers}
      onCancel={onCancel}
    />
  );
}

function libraryQuestion(inLibrary: number, missing: number): string {
  if (missing === 1) {
    return __('The media library already has a text for this image. Use it for free?', 'altscribe');
  }
  return sprintf(
    /* translators: 1: number of images with a text in the media library, 2: number of images without alt text. */
    _n(
      'The media library already has a text for %1$s of these %2$s images. Use it for free?',
      'The media library already has texts for %1$s of these %2$s images. Use them for free?',
      inLibrary,
      'altscribe',
    ),
    formatNumber(inLibrary),
    formatNumber(missing),
  );
}

interface QuestionProps {
  text: string;
  notes?: string[];
  /** The first one is the default, and gets the focus. */
  answers: { label: string; onClick: () => void }[];
  onCancel: () => void;
}

/** A question with its answers. Escape cancels. */
export function Question({ text, notes = [], answers, onCancel }: QuestionProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <div role="group" aria-label={[text, ...notes].join(' ')} className="altscribe-question">
      <p>{text}</p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <div className="altscribe-actions">
        {answers.map(({ label, onClick }, index) => (
          <Button
            key={index}
            ref={index === 0 ? first : undefined}
            variant={index === 0 ? 'primary' : 'secondary'}
            size="compact"
            onClick={onClick}
            onKeyDown={onKeyDown}
          >
            {label}
          </Button>
        ))}
        <Button variant="tertiary" size="compact" onClick={onCancel} onKeyDown={onKeyDown}>
          {__('Cancel', 'altscribe')}
        </Button>
      </div>
    </div>
  );
}
