import { Button } from '@wordpress/components';
import { useEffect, useLayoutEffect, useRef } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { type Finding, findingsText } from './findings.ts';
import { formatNumber } from './format.ts';
import type { Run } from './run/run.ts';

/**
 * The questions before all missing texts of a post are generated, and the result. The block editor
 * loads them later.
 */

interface LibraryQuestionProps {
  /** Number of images without alt text. */
  missing: number;
  /** How many of them have a text in the media library, or in the metadata of their file. */
  inLibrary: number;
  /**
   * Number of texts to generate if those are not used. Excludes images with a text in the library
   * if texts are saved there. 0 if nothing can be generated.
   */
  generated: number;
  /** The findings for these texts where they would be used. */
  findings: readonly Finding[];
  onAnswer: (withLibraryTexts: boolean) => void;
  onCancel: () => void;
}

/**
 * "1 of these 9 images already has a text in the media library or its file. Accept it for free?" Asked
 * before credits are spent.
 */
export function LibraryQuestion({
  missing,
  inLibrary,
  generated,
  findings,
  onAnswer,
  onCancel,
}: LibraryQuestionProps) {
  const rest = missing - inLibrary;
  const answers = [
    {
      label:
        rest === 0 || generated === 0
          ? sprintf(
              /* translators: %s: number of alt texts. */
              _n('Accept %s text', 'Accept all %s texts', inLibrary, 'altscribe'),
              formatNumber(inLibrary),
            )
          : sprintf(
              /* translators: 1: number of alt texts, 2: number of the other alt texts. */
              _n(
                'Accept %1$s text and generate %2$s',
                'Accept %1$s texts and generate %2$s',
                inLibrary,
                'altscribe',
              ),
              formatNumber(inLibrary),
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
      notes={findings.length > 0 ? [findingsText([...new Set(findings)])] : []}
      answers={answers}
      onCancel={onCancel}
    />
  );
}

function libraryQuestion(inLibrary: number, missing: number): string {
  if (missing === 1) {
    return __(
      'The media library or the file already has a text for this image. Accept it for free?',
      'altscribe',
    );
  }
  return sprintf(
    /* translators: 1: number of images with a text in the media library, 2: number of images without alt text. */
    _n(
      '%1$s of these %2$s images already has a text in the media library or its file. Accept it for free?',
      '%1$s of these %2$s images already have a text in the media library or their file. Accept them for free?',
      inLibrary,
      'altscribe',
    ),
    formatNumber(inLibrary),
    formatNumber(missing),
  );
}

/** Passes the focus on if a question disappears with it: its images got their texts elsewhere. */
export function PassFocusOn({ to, children }: { to: () => void; children: ReactNode }) {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.closest('.altscribe-question')) {
        to();
      }
    },
    [to],
  );
  return children;
}

interface QuestionProps {
  text: string;
  notes?: string[];
  /** The first one is the main one. */
  answers: { label: string; isDestructive?: boolean; onClick: () => void }[];
  /** A choice before the answers. */
  children?: ReactNode;
  onCancel: () => void;
}

/**
 * A question with its answers. The question itself gets the focus, because most answers cost credits, and
 * the code that closes it must pass the focus on. Escape cancels.
 */
export function Question({ text, notes = [], answers, children, onCancel }: QuestionProps) {
  const element = useRef<HTMLDivElement>(null);
  const cancel = useRef(onCancel);
  cancel.current = onCancel;
  useEffect(() => {
    const group = element.current;
    const cancelOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        cancel.current();
      }
    };
    group?.focus();
    group?.addEventListener('keydown', cancelOnEscape);
    return () => {
      group?.removeEventListener('keydown', cancelOnEscape);
    };
  }, []);
  return (
    <div
      ref={element}
      role="group"
      aria-label={[text, ...notes].join(' ')}
      tabIndex={-1}
      className="altscribe-question"
    >
      <p>{text}</p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {children}
      <div className="altscribe-actions">
        {answers.map(({ label, isDestructive = false, onClick }, index) => (
          <Button
            key={index}
            variant={index === 0 ? 'primary' : 'secondary'}
            size="compact"
            isDestructive={isDestructive}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
        <Button variant="tertiary" size="compact" onClick={onCancel}>
          {__('Cancel', 'altscribe')}
        </Button>
      </div>
    </div>
  );
}

/**
 * "3 alt texts added. 1 failed." The cost was announced before the run; if it was lower, the summary
 * states it: "35 alt texts added for 28 credits."
 */
export function runSummary(run: Run<unknown, unknown>): string {
  const { suggested, unchanged, cost } = run;
  const [added, failed] = [run.applied.length, run.failed.length];
  const isOneSentence = cost !== null && cost > 0 && added > 1 && suggested === 0;
  const sentences = [
    (added > 0 || suggested === 0) &&
      (isOneSentence ? addedForText(added, cost) : addedText(added)),
    suggested > 0 &&
      sprintf(
        /* translators: %s: number of alt texts. */
        _n('%s alt text suggested.', '%s alt texts suggested.', suggested, 'altscribe'),
        formatNumber(suggested),
      ),
    failed > 0 &&
      sprintf(
        /* translators: %s: number of alt texts. */
        _n('%s failed.', '%s failed.', failed, 'altscribe'),
        formatNumber(failed),
      ),
    unchanged > 0 &&
      sprintf(
        /* translators: %s: number of images. */
        _n('%s image unchanged.', '%s images unchanged.', unchanged, 'altscribe'),
        formatNumber(unchanged),
      ),
    cost !== null && !isOneSentence && usedText(cost),
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

function addedText(count: number): string {
  if (count === 0) {
    return __('No alt text added.', 'altscribe');
  }
  return sprintf(
    /* translators: %s: number of alt texts. */
    _n('%s alt text added.', '%s alt texts added.', count, 'altscribe'),
    formatNumber(count),
  );
}

function addedForText(count: number, cost: number): string {
  return sprintf(
    /* translators: 1: number of alt texts, at least 2, 2: number of credits. */
    _n(
      '%1$s alt texts added for %2$s credit.',
      '%1$s alt texts added for %2$s credits.',
      cost,
      'altscribe',
    ),
    formatNumber(count),
    formatNumber(cost),
  );
}

function usedText(cost: number): string {
  return cost === 0
    ? __('No credits used.', 'altscribe')
    : sprintf(
        /* translators: %s: number of credits. */
        _n('%s credit used.', '%s credits used.', cost, 'altscribe'),
        formatNumber(cost),
      );
}
