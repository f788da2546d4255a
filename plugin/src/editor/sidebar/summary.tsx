import {
  Button,
  DropdownMenu,
  MenuGroup,
  MenuItemsChoice,
  Notice,
  ProgressBar,
} from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useEffect, useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { chevronDown } from '@wordpress/icons';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import type { WriteTo } from '../../common/api.ts';
import { formatNumber } from '../../common/format.ts';
import { editorBootData } from '../boot-data.ts';
import { focusRunButton } from '../components/focus.ts';
import { attentionText } from '../components/image-label.ts';
import { BusyNotice } from '../components/notices.tsx';
import { useMissing } from '../hooks/use-missing.ts';
import { countAttention, type ImageReview } from '../hooks/use-reviews.ts';
import { useBlockingError } from '../hooks/use-service.ts';
import { targetKey } from '../post/alt-text-target.ts';
import { needsText } from '../store/apply-alt-text.ts';
import { batchSummary, type Batch } from '../store/batch.ts';
import { store } from '../store/index.ts';
import { isGenerated } from '../store/state.ts';
import { runButtonId, focusRequestStore } from '../store/focus-request.ts';

interface WriteToMenuProps {
  value: WriteTo;
  onChange: (value: WriteTo) => void;
}

/** The place that the next batch writes its texts to. */
function WriteToMenu({ value, onChange }: WriteToMenuProps) {
  const choices: { value: WriteTo; label: string; info: string }[] = [
    {
      value: 'block',
      label: __('This post', 'altscribe'),
      info: __('Other posts keep their texts.', 'altscribe'),
    },
    {
      value: 'library',
      label: __('Media library', 'altscribe'),
      info: __('For posts that use the image from now on.', 'altscribe'),
    },
    { value: 'both', label: __('Both', 'altscribe'), info: '' },
  ];
  return (
    <DropdownMenu
      icon={chevronDown}
      label={__('Save new texts to', 'altscribe')}
      popoverProps={{ placement: 'bottom-end' }}
    >
      {({ onClose }) => (
        <MenuGroup label={__('Save new texts to', 'altscribe')}>
          <MenuItemsChoice
            value={value}
            choices={choices}
            onHover={() => undefined}
            onSelect={(chosen: string) => {
              onChange(chosen as WriteTo);
              onClose();
            }}
          />
        </MenuGroup>
      )}
    </DropdownMenu>
  );
}

/**
 * "3 alt texts added. 1 failed." [Show] [Undo]. Not announced here: the store announces it even if
 * the sidebar is closed.
 */
function BatchNotice() {
  const batch = useSelect((select) => select(store).getBatch(), []);
  const { chooseFilter, undoBatch, dismissBatch } = useDispatch(store);
  const { requestFocus } = useDispatch(focusRequestStore);
  if (!batch || batch.isRunning || batch.done === 0) {
    return null;
  }
  const [failed] = batch.failed;
  return (
    <Notice
      status={noticeStatus(batch)}
      spokenMessage=""
      onRemove={() => {
        focusRunButton();
        void dismissBatch();
      }}
    >
      {batchSummary(batch)}{' '}
      {failed && (
        <>
          <Button
            variant="link"
            onClick={() => {
              void chooseFilter('attention');
              void requestFocus(targetKey(failed));
            }}
          >
            {__('Show', 'altscribe')}
          </Button>{' '}
        </>
      )}
      {batch.applied.length > 0 && (
        <Button
          variant="link"
          onClick={() => {
            focusRunButton();
            void undoBatch();
          }}
        >
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

interface RunButtonProps {
  /** Number of images without alt text. */
  missing: number;
  /** The images that need attention. */
  attention: ImageReview[];
  onStart: () => void;
}

/**
 * Starts and stops the batch. If nothing is left to generate, it leads to the images that need
 * attention. All states use the same element, so it keeps the focus.
 */
function RunButton({ missing, attention, onStart }: RunButtonProps) {
  const isRunning = useSelect((select) => select(store).getBatch()?.isRunning === true, []);
  const stop = useStop();
  const blockingError = useBlockingError();
  const { chooseFilter } = useDispatch(store);
  const { requestFocus } = useDispatch(focusRequestStore);
  const [first] = attention;
  if (!isRunning && missing === 0 && first) {
    return (
      <AccessibleButton
        id={runButtonId}
        variant="secondary"
        disabledReason={null}
        onClick={() => {
          void chooseFilter('attention');
          void requestFocus(targetKey(first.image.target));
        }}
      >
        {_n('Show image', 'Show images', attention.length, 'altscribe')}
      </AccessibleButton>
    );
  }
  const nothing = missing === 0 ? __('No images need alt text.', 'altscribe') : null;
  return (
    <AccessibleButton
      id={runButtonId}
      variant={isRunning || missing === 0 ? 'secondary' : 'primary'}
      isBusy={isRunning && stop.isStopping}
      disabledReason={isRunning ? stop.disabledReason : (nothing ?? blockingError?.message ?? null)}
      onClick={isRunning ? stop.press : onStart}
    >
      {isRunning ? stop.label : __('Generate all missing', 'altscribe')}
    </AccessibleButton>
  );
}

/** Stops single images. When the last one ends it disappears and passes the focus on. */
function StopSingleButton() {
  const stop = useStop();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element !== null && element === element.ownerDocument.activeElement) {
        focusRunButton();
      }
    };
  }, []);
  return (
    <AccessibleButton
      buttonRef={button}
      variant="secondary"
      isBusy={stop.isStopping}
      disabledReason={stop.disabledReason}
      onClick={() => {
        focusRunButton();
        stop.press();
      }}
    >
      {stop.label}
    </AccessibleButton>
  );
}

function useStop() {
  const isStopping = useSelect((select) => select(store).isStopping(), []);
  const { stop } = useDispatch(store);
  return {
    isStopping,
    label: isStopping ? __('Stopping…', 'altscribe') : __('Stop', 'altscribe'),
    disabledReason: isStopping
      ? __('Texts already being generated are still added.', 'altscribe')
      : null,
    press: () => void stop(),
  };
}

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

/** Asks, before credits are spent, whether to use the existing texts for free. */
function LibraryQuestion({
  missing,
  inLibrary,
  generated,
  onAnswer,
  onCancel,
}: LibraryQuestionProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const question = libraryQuestion(inLibrary, missing);
  const rest = missing - inLibrary;
  // Not a plural form, because "Use it" is also used on its own.
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
                _n('Use it and generate %s', 'Use them and generate %s', inLibrary, 'altscribe'),
                formatNumber(rest),
              )}
        </Button>
        {generated > 0 && (
          <Button
            variant="secondary"
            size="compact"
            onClick={() => {
              onAnswer(false);
            }}
          >
            {sprintf(
              /* translators: %s: number of alt texts. */
              _n('Generate %s', 'Generate all %s', generated, 'altscribe'),
              formatNumber(generated),
            )}
          </Button>
        )}
        <Button variant="tertiary" size="compact" onClick={onCancel}>
          {__('Cancel', 'altscribe')}
        </Button>
      </div>
    </div>
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

/**
 * The number of images that need attention, the progress of a run, and the buttons for all images.
 * It stays visible while the list scrolls.
 */
export function Summary({ reviews }: { reviews: ImageReview[] }) {
  const { account, batch, running, waiting } = useSelect(
    (select) => {
      const { getAccount, getBatch, countRunning, getSuggestion } = select(store);
      return {
        account: getAccount(),
        batch: getBatch(),
        running: countRunning(),
        waiting: reviews.filter(({ image }) => isGenerated(getSuggestion(image))).length,
      };
    },
    [reviews],
  );
  const { generateAll } = useDispatch(store);
  const [isAsking, setIsAsking] = useState(false);
  const [writeTo, setWriteTo] = useState(editorBootData.writeTo);
  const missing = useMissing();
  const inLibrary = missing.filter(({ libraryText }) => libraryText !== null).length;
  const generated = missing.filter((image) => needsText(image, writeTo)).length;
  const isRunning = batch?.isRunning === true;
  const credits = account?.creditsAvailable ?? 0;
  const start = (useLibraryTexts: boolean) => {
    setIsAsking(false);
    focusRunButton();
    void generateAll({ useLibraryTexts, writeTo });
  };
  return (
    <div className="altscribe-summary">
      <p className="altscribe-summary__count">
        {isRunning ? progressText(batch) : attentionText(countAttention(reviews))}
      </p>
      {isRunning && (
        <ProgressBar
          className="altscribe-progress"
          value={(batch.done / Math.max(1, batch.total)) * 100}
          aria-label={__('Generating alt text', 'altscribe')}
        />
      )}
      <div className="altscribe-actions">
        <RunButton
          missing={missing.length}
          attention={reviews.filter(({ needsAttention }) => needsAttention)}
          onStart={() => {
            if (inLibrary > 0) {
              setIsAsking(true);
            } else {
              start(false);
            }
          }}
        />
        {!isRunning && running > 0 && <StopSingleButton />}
        {!isRunning &&
          running === 0 &&
          missing.some(({ attachmentId }) => attachmentId !== null) && (
            <WriteToMenu value={writeTo} onChange={setWriteTo} />
          )}
        {!isRunning && generated > 0 && credits > 0 && (
          <span className="altscribe-note">{costText(generated, credits)}</span>
        )}
      </div>
      {isAsking && !isRunning && inLibrary > 0 && (
        <LibraryQuestion
          missing={missing.length}
          inLibrary={inLibrary}
          generated={generated}
          onAnswer={start}
          onCancel={() => {
            focusRunButton();
            setIsAsking(false);
          }}
        />
      )}
      {!isRunning && waiting > 1 && <ApplyAllButton count={waiting} />}
      <BusyNotice hasStop={false} />
      <BatchNotice />
    </div>
  );
}

function ApplyAllButton({ count }: { count: number }) {
  const { applyAllSuggestions } = useDispatch(store);
  return (
    <Button
      className="altscribe-apply-all"
      variant="secondary"
      size="compact"
      onClick={() => {
        focusRunButton();
        void applyAllSuggestions();
      }}
    >
      {sprintf(
        /* translators: %s: number of suggested alt texts. */
        _n('Apply %s suggestion', 'Apply all %s suggestions', count, 'altscribe'),
        formatNumber(count),
      )}
    </Button>
  );
}

function progressText({ done, total }: Batch): string {
  return sprintf(
    /* translators: 1: number of the image, 2: number of images. */
    __('Generating %1$s of %2$s', 'altscribe'),
    formatNumber(Math.min(done + 1, total)),
    formatNumber(total),
  );
}

function costText(missing: number, credits: number): string {
  return sprintf(
    /* translators: 1: number of credits needed, 2: number of credits left. */
    _n('uses %1$s of %2$s credit', 'uses %1$s of %2$s credits', credits, 'altscribe'),
    formatNumber(Math.min(missing, credits)),
    formatNumber(credits),
  );
}
