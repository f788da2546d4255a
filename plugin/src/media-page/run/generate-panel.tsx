import { Spinner } from '@wordpress/components';
import { useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import type { ApiError } from '../../common/api-error.ts';
import type { BatchEstimate, BatchPreview } from '../../common/batches-api.ts';
import { mayMoveFocus } from '../../common/focus.ts';
import { formatList, formatNumber } from '../../common/format.ts';
import { Question } from '../../common/run-questions.tsx';
import { SettingsLink } from '../table/settings-link.tsx';
import { bootData } from '../boot-data.ts';
import type { Loaded } from '../hooks/use-page-query.ts';

/** More credits than this require a confirmation. */
const manyCredits = 50;

interface GeneratePanelProps {
  preview: Loaded<BatchPreview>;
  /** Null until it is known. */
  estimate: BatchEstimate | null;
  /** The message if there is nothing to generate. */
  nothing: string;
  /** Why nothing can be generated for this list of images; null if it can. */
  reason: string | null;
  isStarting: boolean;
  /** A batch has not finished yet, so the remaining work and its cost are unknown. */
  isActive: boolean;
  error: ApiError | null;
  /** `limit`: for the newest images, at most this many. */
  onStart: (limit?: number) => void;
  /** The link to the texts to review. It comes first. */
  children: ReactNode;
}

/** "Generate 318 alt texts", the maximum cost, and the credits left. */
export function GeneratePanel({
  preview,
  estimate,
  nothing,
  reason,
  isStarting,
  isActive,
  error,
  onStart,
  children,
}: GeneratePanelProps) {
  /** What the open question is about: another price needs another question. */
  const [asked, setAsked] = useState<BatchPreview | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { value, shown, isLoading } = preview;
  const images = shown?.images ?? 0;
  const hasCounts = images > 0 && !isActive;
  const waiting = shown?.suggested ?? { images: 0, batchId: 0 };
  // Of the same images: a text may have been written since.
  const isOfThese = estimate?.images === images && estimate.checked > 0;
  const known = hasCounts && isOfThese ? scale(estimate) : null;
  const nothingHere = waiting.images > 0 ? suggestedText(waiting.images) : nothing;
  const countReason = isLoading
    ? __('The images are being counted.', 'altscribe')
    : (preview.error?.message ?? (images === 0 ? nothingHere : (value?.error?.message ?? null)));
  const disabledReason = isStarting
    ? __('The images are being queued.', 'altscribe')
    : (bootData.connectionError?.message ?? reason ?? countReason);
  const isAsking = asked !== null && asked === value && disabledReason === null;
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    if (wasAsking.current && !isAsking && mayMoveFocus()) {
      // The focus does not move to the button, which costs credits.
      panel.current?.focus();
    }
    wasAsking.current = isAsking;
  }, [isAsking]);
  const close = () => {
    setAsked(null);
  };
  // The page already says that the site is not connected.
  const problem = bootData.connectionError ? null : (preview.error ?? error ?? shown?.error);

  return (
    <div
      ref={panel}
      role="group"
      aria-label={__('Generate alt text', 'altscribe')}
      tabIndex={-1}
      className="altscribe-generate-panel"
    >
      {children}
      <AccessibleButton
        variant={children ? 'secondary' : 'primary'}
        isBusy={isStarting}
        disabledReason={disabledReason}
        onClick={() => {
          if (value && (creditsAtMost(value, known) > manyCredits || isShort(value, known))) {
            setAsked(value);
          } else {
            onStart();
          }
        }}
      >
        {hasCounts ? generateLabel(images) : __('Generate alt text', 'altscribe')}
      </AccessibleButton>
      {value?.images === 0 && waiting.images === 0 && <span>{nothing}</span>}
      {shown && hasCounts && <span className="altscribe-cost">{costText(shown, known)}</span>}
      {known !== null && known.free > 0 && <span>{freeText(known)}</span>}
      {known !== null && known.decorative > 0 && <span>{decorativeText(known)}</span>}
      {shown && hasCounts && shown.languages.length > 0 && (
        <span className="altscribe-batch-languages">{languagesText(shown.languages)}</span>
      )}
      {waiting.images > 0 && <span>{suggestedText(waiting.images)}</span>}
      {isLoading && <Spinner />}
      {problem && (
        <p className="altscribe-row-error" role="alert">
          {problem.message}
          <SettingsLink error={problem} />
          {problem === preview.error && (
            <>
              {' '}
              <button
                type="button"
                className="button-link"
                onClick={() => {
                  // The button disappears with the error.
                  panel.current?.focus();
                  preview.reload();
                }}
              >
                {__('Try again', 'altscribe')}
              </button>
            </>
          )}
        </p>
      )}
      {isAsking && (
        <Question
          text={question(asked, known)}
          answers={answers(asked, known).map(({ label, limit }) => ({
            label,
            onClick: () => {
              close();
              onStart(limit);
            },
          }))}
          onCancel={close}
        />
      )}
    </div>
  );
}

function generateLabel(images: number): string {
  return sprintf(
    /* translators: %s: number of images. */
    _n('Generate %s alt text', 'Generate %s alt texts', images, 'altscribe'),
    formatNumber(images),
  );
}

/** The known facts about the images before texts are generated. */
interface Known {
  /** Number of images that already have a text, which costs nothing. */
  free: number;
  decorative: number;
  /** All images were looked at; otherwise the numbers are estimated. */
  isWhole: boolean;
}

function scale({ images, checked, free, decorative }: BatchEstimate): Known {
  const isWhole = checked >= images;
  const ofAll = (count: number) => (isWhole ? count : Math.round((count / checked) * images));
  return { free: ofAll(free), decorative: ofAll(decorative), isWhole };
}

function aboutText(count: number, { isWhole }: Known): string {
  return isWhole
    ? formatNumber(count)
    : /* translators: %s: an estimated number. */
      sprintf(__('about %s', 'altscribe'), formatNumber(count));
}

/** Why an image is missing a text here that has one in a post. */
function freeText(known: Known): string {
  return sprintf(
    /* translators: %s: number of images, or "about 40". */
    _n(
      '%s of these images has a text in a post, a copy or its file, but none in the media library yet. Texts added in a post stay in that post.',
      '%s of these images have a text in a post, a copy or their file, but none in the media library yet. Texts added in a post stay in that post.',
      known.free,
      'altscribe',
    ),
    aboutText(known.free, known),
  );
}

/** "Probably decorative: about 12." */
function decorativeText(known: Known): string {
  return sprintf(
    /* translators: %s: number of images, or "about 40". */
    __('Probably decorative: %s.', 'altscribe'),
    aboutText(known.decorative, known),
  );
}

/** The only price of a run. An estimate does not lower it. */
function creditsAtMost({ images, creditsAtMost: most }: BatchPreview, known: Known | null): number {
  return known?.isWhole ? Math.min(most, images - known.free) : most;
}

/** "80 in German and 40 in English" */
function languagesText(languages: BatchPreview['languages']): string {
  const parts = languages.map(({ language, name, images }) =>
    language === 'none'
      ? sprintf(
          /* translators: %s: number of images that have no language. */
          _n('%s without a language', '%s without a language', images, 'altscribe'),
          formatNumber(images),
        )
      : sprintf(
          /* translators: 1: number of alt texts, 2: name of a language. */
          _n('%1$s in %2$s', '%1$s in %2$s', images, 'altscribe'),
          formatNumber(images),
          name,
        ),
  );
  return formatList(parts);
}

/** "3 of these images have a suggestion to review." Other suggestions may wait as well. */
function suggestedText(images: number): string {
  return sprintf(
    /* translators: %s: number of images. */
    _n(
      '%s of these images has a suggestion to review.',
      '%s of these images have a suggestion to review.',
      images,
      'altscribe',
    ),
    formatNumber(images),
  );
}

/** "At most 7 credits (9 already have a text) · 4,700 left", or "Unlimited" */
function costText(preview: BatchPreview, known: Known | null): string {
  const { creditsLeft, isUnlimited } = preview;
  const most = creditsAtMost(preview, known);
  const price = isUnlimited
    ? __('Unlimited', 'altscribe')
    : sprintf(
        /* translators: %s: number of credits. */
        _n('At most %s credit', 'At most %s credits', most, 'altscribe'),
        formatNumber(most),
      );
  const free =
    known && known.free > 0
      ? ` ${sprintf(
          /* translators: %s: number of images, or "about 40". */
          _n('(%s already has a text)', '(%s already have a text)', known.free, 'altscribe'),
          aboutText(known.free, known),
        )}`
      : '';
  if (isUnlimited || creditsLeft === null) {
    return `${price}${free}`;
  }
  const left = sprintf(
    /* translators: %s: number of credits. */
    _n('%s left', '%s left', creditsLeft, 'altscribe'),
    formatNumber(creditsLeft),
  );
  return `${price}${free} · ${left}`;
}

/** The credits do not suffice for all images. */
function isShort(preview: BatchPreview, known: Known | null): boolean {
  const { creditsLeft, isUnlimited } = preview;
  return !isUnlimited && creditsLeft !== null && creditsLeft < creditsAtMost(preview, known);
}

function question(preview: BatchPreview, known: Known | null): string {
  const { creditsLeft, isUnlimited } = preview;
  if (isUnlimited) {
    return __('Unlimited accounts don’t use credits.', 'altscribe');
  }
  const most = creditsAtMost(preview, known);
  const cost = sprintf(
    /* translators: %s: number of credits. */
    _n('This costs at most %s credit.', 'This costs at most %s credits.', most, 'altscribe'),
    formatNumber(most),
  );
  if (!isShort(preview, known)) {
    return cost;
  }
  const left = sprintf(
    /* translators: %s: number of credits. */
    _n('You have %s left.', 'You have %s left.', creditsLeft ?? 0, 'altscribe'),
    formatNumber(creditsLeft ?? 0),
  );
  return `${cost} ${left} ${__('Images beyond that wait until credits are added.', 'altscribe')}`;
}

function answers(preview: BatchPreview, known: Known | null): { label: string; limit?: number }[] {
  const { creditsLeft, images } = preview;
  if (!isShort(preview, known)) {
    return [{ label: __('Generate', 'altscribe') }];
  }
  const all = sprintf(
    /* translators: %s: number of images that alt texts are generated for. */
    _n('Queue %s image', 'Queue all %s images', images, 'altscribe'),
    formatNumber(images),
  );
  return [
    ...(creditsLeft ? [{ label: generateLabel(creditsLeft), limit: creditsLeft }] : []),
    { label: all },
  ];
}
