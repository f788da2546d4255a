import { Button, DropdownMenu, MenuGroup, MenuItem, Notice } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { moreVertical } from '@wordpress/icons';
import { formatNumber, store, useTextCheck } from '../main.tsx';
import type { ImageReview } from '../hooks/use-reviews.ts';
import { LibraryQuestion, Question, runSummary } from '../../common/run-questions.tsx';
import type { EditorImage, NotDecorativeReason } from '../post/editor-image.ts';
import type { CreditCounts } from '../post/places.ts';
import type { AltTextTarget } from '../post/alt-text-target.ts';
import type { Batch, GenerateAllOptions } from '../store/batch.ts';

/** The menu and the questions before a run, its result, and sentences that few rows need. */

interface SummaryMenuProps {
  reviews: ImageReview[];
  onContext: () => void;
}

/** Rarely used actions for all images. */
export function SummaryMenu({ reviews, onContext }: SummaryMenuProps) {
  const { applyAllSuggestions, markAllDecorative } = useDispatch(store);
  const { texts, decorative } = useSelect(
    (select) => {
      const { getBatch, getSuggestion } = select(store);
      const waiting =
        getBatch()?.isRunning === true ? [] : reviews.filter(({ isSuggested }) => isSuggested);
      const verdicts = waiting.filter(
        ({ image }) => getSuggestion(image)?.verdict === 'decorative',
      );
      return { texts: waiting.length - verdicts.length, decorative: verdicts.length };
    },
    [reviews],
  );
  return (
    <DropdownMenu
      icon={moreVertical}
      label={__('More for all images', 'altscribe')}
      toggleProps={{ size: 'compact' }}
      popoverProps={{ placement: 'bottom-end' }}
    >
      {({ onClose }) => (
        <MenuGroup>
          {texts > 1 && (
            <MenuItem
              onClick={() => {
                onClose();
                void applyAllSuggestions();
              }}
            >
              {sprintf(
                /* translators: %s: number of suggested alt texts. */
                _n('Accept %s suggestion', 'Accept all %s suggestions', texts, 'altscribe'),
                formatNumber(texts),
              )}
            </MenuItem>
          )}
          {decorative > 0 && (
            <MenuItem
              onClick={() => {
                onClose();
                void markAllDecorative();
              }}
            >
              {sprintf(
                /* translators: %s: number of images that seem to be decorative. */
                _n('Decorative: %s image', 'Decorative: %s images', decorative, 'altscribe'),
                formatNumber(decorative),
              )}
            </MenuItem>
          )}
          <MenuItem
            onClick={() => {
              onClose();
              onContext();
            }}
          >
            {__('Context', 'altscribe')}
          </MenuItem>
        </MenuGroup>
      )}
    </DropdownMenu>
  );
}

interface RunQuestionsProps {
  /** Number of images without alt text. */
  missing: number;
  /** Those of them that have a text in the media library or in their file. */
  free: readonly EditorImage[];
  /** False: only the texts of the media library can be used. */
  canGenerate: boolean;
  /** For the texts to generate if those in the library are not used, and if they are. */
  counts: { all: CreditCounts; others: CreditCounts };
  /** Null if they are not known. */
  creditsLeft: number | null;
  onAnswer: (options: Pick<GenerateAllOptions, 'withLibraryTexts' | 'isPerPlace'>) => void;
  onCancel: () => void;
}

/** Asks, before credits are spent, about free texts and about images in several places. */
export function RunQuestions({
  missing,
  free,
  canGenerate,
  counts: { all, others },
  creditsLeft,
  onAnswer,
  onCancel,
}: RunQuestionsProps) {
  const [withLibraryTexts, setWithLibraryTexts] = useState(free.length === 0 ? false : null);
  const check = useTextCheck();
  if (withLibraryTexts === null) {
    return (
      <LibraryQuestion
        missing={missing}
        inLibrary={free.length}
        findings={free.flatMap((image) => check(image, image.libraryText ?? ''))}
        generated={canGenerate ? all.places : 0}
        onAnswer={(isYes) => {
          const { perImage, perPlace } = isYes ? others : all;
          if (!canGenerate || perImage === perPlace) {
            onAnswer({ withLibraryTexts: isYes });
          } else {
            setWithLibraryTexts(isYes);
          }
        }}
        onCancel={onCancel}
      />
    );
  }
  return (
    <PlacesQuestion
      counts={withLibraryTexts ? others : all}
      creditsLeft={creditsLeft}
      onAnswer={(isPerPlace) => {
        onAnswer({ withLibraryTexts, isPerPlace });
      }}
      onCancel={onCancel}
    />
  );
}

interface PlacesQuestionProps {
  counts: CreditCounts;
  creditsLeft: number | null;
  onAnswer: (isPerPlace: boolean) => void;
  onCancel: () => void;
}

/** "35 images in 320 places." [One text per image, 35 credits] [One per place, 320 credits] */
function PlacesQuestion({
  counts: { images, places, perImage, perPlace },
  creditsLeft,
  onAnswer,
  onCancel,
}: PlacesQuestionProps) {
  const question = sprintf(
    /* translators: 1: number of different images, 2: number of places that show them; at least 2. */
    _n('%1$s image in %2$s places.', '%1$s images in %2$s places.', images, 'altscribe'),
    formatNumber(images),
    formatNumber(places),
  );
  const notes = [
    __('With one text per place, each text also matches the paragraphs around it.', 'altscribe'),
    ...(perImage > images
      ? [
          __(
            'Images with a different caption, link or heading always get their own text.',
            'altscribe',
          ),
        ]
      : []),
    ...(creditsLeft !== null && creditsLeft < perPlace ? [shortageText(creditsLeft)] : []),
  ];
  const answers = [
    {
      label: sprintf(
        /* translators: %s: number of credits. */
        _n(
          'One text per image, %s credit',
          'One text per image, %s credits',
          perImage,
          'altscribe',
        ),
        formatNumber(perImage),
      ),
      onClick: () => {
        onAnswer(false);
      },
    },
    {
      label: sprintf(
        /* translators: %s: number of credits. */
        _n('One per place, %s credit', 'One per place, %s credits', perPlace, 'altscribe'),
        formatNumber(perPlace),
      ),
      onClick: () => {
        onAnswer(true);
      },
    },
  ];
  return (
    <Question key="places" text={question} notes={notes} answers={answers} onCancel={onCancel} />
  );
}

function shortageText(creditsLeft: number): string {
  return sprintf(
    /* translators: %s: number of credits. */
    _n(
      'You have %s credit. Generating stops when it is used up.',
      'You have %s credits. Generating stops when they are used up.',
      creditsLeft,
      'altscribe',
    ),
    formatNumber(creditsLeft),
  );
}

interface BatchNoticeProps {
  /** It has ended. */
  batch: Batch;
  onShow: (failed: AltTextTarget) => void;
  onUndo: () => void;
  onDismiss: () => void;
}

/**
 * "3 alt texts added. 1 failed." [Show] [Undo]. Not announced here: the store announces it even if
 * the sidebar is closed.
 */
export function BatchNotice({ batch, onShow, onUndo, onDismiss }: BatchNoticeProps) {
  const [failed] = batch.failed;
  return (
    <Notice status={noticeStatus(batch)} spokenMessage="" onRemove={onDismiss}>
      {runSummary(batch)}{' '}
      {failed && (
        <>
          <Button
            variant="link"
            onClick={() => {
              onShow(failed);
            }}
          >
            {__('Show', 'altscribe')}
          </Button>{' '}
        </>
      )}
      {batch.applied.length > 0 && (
        <Button variant="link" onClick={onUndo}>
          {__('Undo', 'altscribe')}
        </Button>
      )}
    </Notice>
  );
}

function noticeStatus({ applied, failed }: Batch): 'warning' | 'success' | 'info' {
  if (failed.length > 0) {
    return 'warning';
  }
  return applied.length > 0 ? 'success' : 'info';
}

/** The notice that no model writes the texts. Only the demo loads it. */
export function DemoNotice() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Notice status="info" isDismissible={false} spokenMessage="">
      {__(
        'Demo: no AI model is connected, so texts only describe shapes and colours.',
        'altscribe',
      )}{' '}
      <Button variant="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {__('How to connect one', 'altscribe')}
      </Button>
      {isOpen && (
        <p>
          {__(
            'Stop the demo and start it with OPENAI_API_KEY, GEMINI_API_KEY or OPENAI_BASE_URL set.',
            'altscribe',
          )}
        </p>
      )}
    </Notice>
  );
}

/** Why an image cannot be marked as decorative. */
export function reasonMessage(reason: NotDecorativeReason): string {
  switch (reason) {
    case 'linked':
      return __('The image is a link. Its alt text is the name of the link.', 'altscribe');
    case 'lightbox':
      return __('A click enlarges this image, so its alt text names the button.', 'altscribe');
    case 'locked':
      return __('This image cannot be edited here.', 'altscribe');
    case 'uploading':
      return __('Wait until the image is uploaded.', 'altscribe');
    case 'html':
      return __('Set in its HTML, with alt="" and role="none".', 'altscribe');
    case 'pointer':
      return __('Uses the alt text of the featured image.', 'altscribe');
    case 'several':
      return __('This block cannot mark one of its images as decorative.', 'altscribe');
  }
}
