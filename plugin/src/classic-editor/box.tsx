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
import {
  getCredits,
  noteCredits,
  subscribe as subscribeToRequests,
} from '../common/alt-text-field/requests.ts';
import { AccessibleButton } from '../common/accessible-button.tsx';
import { errorAction, isCalm, type ApiError } from '../common/api-error.ts';
import { fetchAccount, type Account, type Result } from '../common/api.ts';
import { formatNumber } from '../common/format.ts';
import { useCountdown } from '../common/hooks.ts';
import { LibraryQuestion, runSummary } from '../common/run-questions.tsx';
import { costText, progressText, waitText } from '../common/run-texts.ts';
import { bootData } from './wordpress.ts';
import { showHeldTexts, toFields } from './fields.ts';
import { getImages, subscribe } from './images.ts';
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

/** The content of the box "Alt text": the images of the post, and a button for all of them. */
export function Box() {
  const { images } = useSyncExternalStore(subscribe, getImages);
  const [removed, setRemoved] = useState('');
  const fields = useMemo(() => toFields(images, setRemoved), [images]);
  useEffect(() => {
    showHeldTexts(images, fields);
  }, [images, fields]);
  const missing = images.flatMap(({ alt, isDecorative, isLocked, libraryText }, index) => {
    const field = fields[index];
    const isMissing = alt.trim() === '' && !isDecorative && !isLocked;
    return field && isMissing ? [{ field, libraryText }] : [];
  });
  const { error, blockingError, credits, check } = useService(missing.length > 0);
  const runButton = useRef<HTMLButtonElement>(null);
  const focusRunButton = useCallback(() => runButton.current?.focus(), []);
  const empty = useRef<HTMLParagraphElement>(null);
  const hadImages = useRef(false);
  useLayoutEffect(() => {
    // The last image may be removed while the focus is here.
    if (hadImages.current && document.activeElement === document.body) {
      empty.current?.focus();
    }
    hadImages.current = images.length > 0;
  }, [images.length]);
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
              focusRunButton();
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
            focusRunButton();
            setRemoved('');
          }}
        >
          {removed}
        </Notice>
      )}
      {images.length === 0 ? (
        <p ref={empty} tabIndex={-1}>
          {__('This post has no images yet.', 'altscribe')}
        </p>
      ) : (
        <Summary
          missing={missing}
          blockedReason={blockingError?.message ?? null}
          credits={credits}
          buttonRef={runButton}
          focusButton={focusRunButton}
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
                focusNext={focusRunButton}
              />
            )
          );
        })}
      </ul>
    </div>
  );
}

/** The account and the errors that are about more than one image. */
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
  missing: readonly Missing[];
  /** Why nothing can be generated; texts of the media library can be used nevertheless. */
  blockedReason: string | null;
  /** 0 if the balance is not known. */
  credits: number;
  buttonRef: { current: HTMLButtonElement | null };
  focusButton: () => void;
}

/** The button that generates all missing texts or stops that, with its progress and its result. */
function Summary({ missing, blockedReason, credits, buttonRef, focusButton }: SummaryProps) {
  const run = useSyncExternalStore(subscribeToRun, getRun);
  const isRunning = run?.isRunning === true;
  const [isAsking, setIsAsking] = useState(false);
  const free = missing.filter(({ libraryText }) => libraryText !== '');
  const inLibrary = free.length;
  const canGenerate = blockedReason === null;
  const nothing = missing.length === 0 ? __('No images need alt text.', 'altscribe') : null;
  const stopping = run?.isStopping
    ? __('Texts already being generated are still added.', 'altscribe')
    : null;
  const decorative = run && !isRunning ? listDecorative(missing).length : 0;
  const waiting = waitText({ reason: null }, useCountdown(run?.busyUntil ?? null));
  return (
    <div className="altscribe-summary">
      {isRunning && (
        <>
          <p className="altscribe-summary__count">{progressText(run)}</p>
          <ProgressBar
            className="altscribe-progress"
            value={(run.done / Math.max(1, run.total)) * 100}
            aria-label={__('Generating alt text', 'altscribe')}
          />
        </>
      )}
      {/* All states use the same element, so it keeps the focus. */}
      <div className="altscribe-actions">
        <AccessibleButton
          buttonRef={buttonRef}
          variant={isRunning || nothing ? 'secondary' : 'primary'}
          isBusy={stopping !== null}
          disabledReason={
            isRunning ? stopping : (nothing ?? (inLibrary > 0 ? null : blockedReason))
          }
          onClick={() => {
            if (isRunning) {
              stop();
            } else if (inLibrary > 0) {
              setIsAsking(true);
            } else {
              void generateAll(missing);
            }
          }}
        >
          {buttonLabel(isRunning, stopping !== null, missing.length)}
        </AccessibleButton>
        {!isRunning && missing.length > 0 && (
          <span className="altscribe-note is-cost">
            {credits > 0 && costText(missing.length, credits)}
          </span>
        )}
      </div>
      {isAsking && !isRunning && inLibrary > 0 && (
        <LibraryQuestion
          missing={missing.length}
          inLibrary={inLibrary}
          generated={canGenerate ? missing.length : 0}
          onAnswer={(withLibraryTexts) => {
            focusButton();
            setIsAsking(false);
            void generateAll(canGenerate ? missing : free, withLibraryTexts);
          }}
          onCancel={() => {
            focusButton();
            setIsAsking(false);
          }}
        />
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
            focusButton();
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
                  focusButton();
                  void markDecorative(missing);
                }}
              >
                {sprintf(
                  /* translators: %s: number of images. */
                  _n('Mark %s as decorative', 'Mark all %s as decorative', decorative, 'altscribe'),
                  formatNumber(decorative),
                )}
              </Button>{' '}
            </>
          )}
          {run.applied.length > 0 && (
            <Button
              variant="link"
              onClick={() => {
                focusButton();
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

function buttonLabel(isRunning: boolean, isStopping: boolean, missing: number): string {
  if (isRunning) {
    return isStopping ? __('Stopping…', 'altscribe') : __('Stop', 'altscribe');
  }
  return missing > 0
    ? /* translators: %s: number of images without alt text. */
      sprintf(__('Generate all missing (%s)', 'altscribe'), formatNumber(missing))
    : __('Generate all missing', 'altscribe');
}
