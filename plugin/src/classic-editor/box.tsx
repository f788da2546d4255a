import { Button, ExternalLink, Notice, ProgressBar } from '@wordpress/components';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { RefObject } from 'react';
import { isFault } from '../../../shared/alt-text/hints.ts';
import type { AltTextField } from '../common/alt-text-field/alt-text-field.ts';
import {
  getCredits,
  getState,
  noteCredits,
  subscribe as subscribeToRequests,
  useTextCheck,
} from '../common/alt-text-field/requests.ts';
import { AccessibleButton } from '../common/accessible-button.tsx';
import { errorAction, isCalm, type ApiError } from '../common/api-error.ts';
import { type Counts, countsText } from '../common/counts.ts';
import { fetchAccount, type Account, type Result } from '../common/api.ts';
import { formatNumber } from '../common/format.ts';
import { isGenerated } from '../common/request/state.ts';
import { useCountdown } from '../common/hooks.ts';
import { LibraryQuestion, PassFocusOn, runSummary } from '../common/run-questions.tsx';
import { costText, progressText, waitText } from '../common/run-texts.ts';
import { bootData } from './wordpress.ts';
import { showHeldTexts, toFields } from './fields.ts';
import { type PostImage, getImages, subscribe } from './images.ts';
import { Row } from './row.tsx';
import {
  type Missing,
  dismissRun,
  forgetError,
  generateAll,
  getRun,
  listDecorative,
  markDecorative,
  stop,
  subscribeToRun,
  undoRun,
} from './run.ts';

/** The keys of the images whose text waits for a decision, one per line. */
function listSuggested(fields: readonly AltTextField[]): string {
  return fields
    .filter((field) => isGenerated(getState(field).suggestion))
    .map(({ key }) => key)
    .join('\n');
}

/** The content of the box "Alt text": the images of the post, and a button for all of them. */
export function Box() {
  const { images } = useSyncExternalStore(subscribe, getImages);
  const [removed, setRemoved] = useState('');
  const fields = useMemo(() => toFields(images, setRemoved), [images]);
  useEffect(() => {
    showHeldTexts(images, fields);
  }, [images, fields]);
  const suggested = useSyncExternalStore(subscribeToRequests, () => listSuggested(fields));
  const isSuggested = (field: AltTextField | undefined) =>
    field !== undefined && suggested.split('\n').includes(field.key);
  const missing = images.flatMap(({ alt, isDecorative, isLocked, libraryText }, index) => {
    const field = fields[index];
    const isMissing = alt.trim() === '' && !isDecorative && !isLocked && !isSuggested(field);
    return field && isMissing ? [{ field, libraryText }] : [];
  });
  const checkText = useTextCheck();
  const isToReview = (image: PostImage, index: number) =>
    image.isUnread || isSuggested(fields[index]);
  const problem = images.filter((image, index) => {
    const field = fields[index];
    return (
      field &&
      !image.isDecorative &&
      !isToReview(image, index) &&
      checkText(image.alt, field).some(isFault)
    );
  }).length;
  const { error, blockingError, credits, check } = useService(missing.length > 0);
  const summary = useRef<HTMLHeadingElement>(null);
  const focusSummary = useCallback(() => summary.current?.focus(), []);
  const setup = useMemo(
    () => ({
      connectionError: blockingError,
      settingsUrl: bootData.settingsUrl,
      isErrorAbove: true,
    }),
    [blockingError],
  );
  return (
    <div className="altscribe-classic">
      {error && (
        <Notice status={isCalm(error) ? 'info' : 'warning'} isDismissible={false} spokenMessage="">
          <ErrorText
            error={error}
            onRetry={() => {
              focusSummary();
              if (getRun()?.error && blockingError === null) {
                void generateAll(missing);
              } else {
                check();
              }
            }}
          />
        </Notice>
      )}
      {removed !== '' && (
        <Notice
          status="warning"
          spokenMessage=""
          onRemove={() => {
            focusSummary();
            setRemoved('');
          }}
        >
          {removed}
        </Notice>
      )}
      <Heading
        images={images.length}
        counts={{ review: images.filter(isToReview).length, missing: missing.length, problem }}
        headingRef={summary}
      />
      {images.length > 0 && (
        <Summary
          fields={fields}
          missing={missing}
          blockedReason={blockingError?.message ?? null}
          credits={credits}
          focusSummary={focusSummary}
        />
      )}
      <ul className="altscribe-images">
        {images.map((image, index) => {
          const field = fields[index];
          return (
            field && (
              <Row
                key={image.key}
                image={image}
                field={field}
                setup={setup}
                focusSummary={focusSummary}
              />
            )
          );
        })}
      </ul>
    </div>
  );
}

interface HeadingProps {
  images: number;
  counts: Counts;
  headingRef: RefObject<HTMLHeadingElement>;
}

/** "9 to review, 1 missing", or the progress of a run: the heading of the list. */
function Heading({ images, counts, headingRef }: HeadingProps) {
  const run = useSyncExternalStore(subscribeToRun, getRun);
  const nothing =
    images === 0 ? __('No images yet.', 'altscribe') : __('No problems found', 'altscribe');
  return (
    <h3 ref={headingRef} className="altscribe-summary__count" tabIndex={-1}>
      {run?.isRunning ? progressText(run) : countsText(counts) || nothing}
    </h3>
  );
}

/** The account, and errors about more than one image. */
function useService(isNeeded: boolean) {
  const [account, setAccount] = useState<Result<Account> | null>(null);
  const run = useSyncExternalStore(subscribeToRun, getRun);
  const known = useSyncExternalStore(subscribeToRequests, getCredits);
  const runError = run?.error ?? null;
  const isReady = bootData.connectionError === null;
  const check = useCallback(() => {
    void fetchAccount(bootData.postId).then((read) => {
      if (read.ok) {
        noteCredits(read.value.creditsAvailable);
        forgetError();
      }
      setAccount(read);
    });
  }, []);
  useEffect(() => {
    if (isNeeded && isReady && account === null) {
      check();
    }
  }, [isNeeded, isReady, account, check]);
  const accountError = account?.ok === false ? account.error : null;
  const creditsError =
    runError?.code === 'altscribe_insufficient_credits'
      ? runError
      : (account?.ok && account.value.creditsError) || null;
  const blockingError = bootData.connectionError ?? creditsError;
  return {
    blockingError,
    error: blockingError ?? runError ?? accountError,
    credits: Number.isFinite(known) ? known : 0,
    check,
  };
}

/** An error's message, followed by the one action available to this user. */
function ErrorText({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { settingsUrl } = bootData;
  const action = errorAction(error, settingsUrl !== null);
  return (
    <>
      {error.message}{' '}
      {action === 'open-settings' && (
        <ExternalLink href={settingsUrl ?? ''}>{__('Open settings', 'altscribe')}</ExternalLink>
      )}
      {(action === 'retry' || action === 'check-credits') && !isCalm(error) && (
        <Button variant="link" onClick={onRetry}>
          {action === 'retry' ? __('Try again', 'altscribe') : __('Check again', 'altscribe')}
        </Button>
      )}
    </>
  );
}

interface SummaryProps {
  fields: readonly AltTextField[];
  missing: readonly Missing[];
  /** Why nothing can be generated; texts from the media library can still be used. */
  blockedReason: string | null;
  /** 0 if the balance is not known. */
  credits: number;
  /** Moves the focus away from the buttons, most of which cost credits. */
  focusSummary: () => void;
}

/** The button that starts or stops generating all missing texts, with the progress and the result. */
function Summary({ fields, missing, blockedReason, credits, focusSummary }: SummaryProps) {
  const run = useSyncExternalStore(subscribeToRun, getRun);
  const isRunning = run?.isRunning === true;
  const [isAsking, setIsAsking] = useState(false);
  const free = missing.filter(({ libraryText }) => libraryText !== '');
  const inLibrary = free.length;
  if (isAsking && (isRunning || inLibrary === 0)) {
    // Otherwise the question would be back with the next missing text, and take the focus.
    setIsAsking(false);
  }
  const check = useTextCheck();
  const canGenerate = blockedReason === null;
  const stopping = run?.isStopping
    ? __('Texts already being generated are still added.', 'altscribe')
    : null;
  const decorative = run && !isRunning ? listDecorative(fields).length : 0;
  const waiting = waitText({ reason: null }, useCountdown(run?.busyUntil ?? null));
  return (
    <div className="altscribe-summary">
      {isRunning && (
        <ProgressBar
          className="altscribe-progress"
          value={(run.done / Math.max(1, run.total)) * 100}
          aria-label={__('Generating alt text', 'altscribe')}
        />
      )}
      <div className="altscribe-actions">
        {(isRunning || missing.length > 0) && (
          <RunButton
            isRunning={isRunning}
            stopping={stopping}
            blockedReason={inLibrary > 0 ? null : blockedReason}
            missing={missing.length}
            focusSummary={focusSummary}
            onStart={() => {
              if (inLibrary > 0) {
                setIsAsking(true);
              } else {
                // As soon as the run has ended, this button would cost credits again.
                focusSummary();
                void generateAll(missing);
              }
            }}
          />
        )}
        {!isRunning && missing.length > 0 && (
          <span className="altscribe-note is-cost">
            {credits > 0 && costText(missing.length, credits)}
          </span>
        )}
      </div>
      {isAsking && (
        <PassFocusOn to={focusSummary}>
          <LibraryQuestion
            missing={missing.length}
            inLibrary={inLibrary}
            findings={free.flatMap(({ field, libraryText }) => check(libraryText, field))}
            generated={canGenerate ? missing.length : 0}
            onAnswer={(withLibraryTexts) => {
              focusSummary();
              setIsAsking(false);
              void generateAll(canGenerate ? missing : free, withLibraryTexts);
            }}
            onCancel={() => {
              focusSummary();
              setIsAsking(false);
            }}
          />
        </PassFocusOn>
      )}
      {waiting && (
        <Notice status="warning" isDismissible={false} spokenMessage="">
          {waiting}
        </Notice>
      )}
      {run && !isRunning && run.done > 0 && (
        <Notice
          status={run.failed.length > 0 ? 'warning' : 'success'}
          spokenMessage=""
          onRemove={() => {
            focusSummary();
            dismissRun();
          }}
        >
          {runSummary(run)}{' '}
          {decorative > 0 && (
            <>
              {sprintf(
                /* translators: %s: number of images. */
                _n(
                  '%s image seems to be decorative.',
                  '%s images seem to be decorative.',
                  decorative,
                  'altscribe',
                ),
                formatNumber(decorative),
              )}{' '}
              <Button
                variant="link"
                onClick={() => {
                  focusSummary();
                  void markDecorative(fields);
                }}
              >
                {sprintf(
                  /* translators: %s: number of images that become decorative. */
                  _n('Decorative: %s', 'Decorative: all %s', decorative, 'altscribe'),
                  formatNumber(decorative),
                )}
              </Button>{' '}
            </>
          )}
          {run.applied.length > 0 && (
            <Button
              variant="link"
              onClick={() => {
                focusSummary();
                void undoRun();
              }}
            >
              {__('Undo', 'altscribe')}
            </Button>
          )}
        </Notice>
      )}
    </div>
  );
}

interface RunButtonProps extends Pick<SummaryProps, 'blockedReason' | 'focusSummary'> {
  isRunning: boolean;
  /** Why the run continues after Stop; null before that. */
  stopping: string | null;
  /** Number of images without alt text. */
  missing: number;
  onStart: () => void;
}

/** Starts or stops a run. It passes the focus on when nothing is left to do. */
function RunButton(props: RunButtonProps) {
  const { isRunning, stopping, blockedReason, missing, focusSummary, onStart } = props;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element !== null && element === element.ownerDocument.activeElement) {
        focusSummary();
      }
    };
  }, [focusSummary]);
  const stopLabel = stopping === null ? __('Stop', 'altscribe') : __('Stopping…', 'altscribe');
  return (
    <AccessibleButton
      buttonRef={button}
      variant={isRunning ? 'secondary' : 'primary'}
      isBusy={stopping !== null}
      disabledReason={isRunning ? stopping : blockedReason}
      onClick={isRunning ? stop : onStart}
    >
      {isRunning
        ? stopLabel
        : /* translators: %s: number of images without alt text. */
          sprintf(__('Generate all missing (%s)', 'altscribe'), formatNumber(missing))}
    </AccessibleButton>
  );
}
