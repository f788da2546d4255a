import { CheckboxControl, Notice, ProgressBar } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import type { LibraryBatch } from '../../common/batches-api.ts';
import { mayMoveFocus } from '../../common/focus.ts';
import { formatNumber, joinFacts } from '../../common/format.ts';
import { useCountdown } from '../../common/hooks.ts';
import { filledIntoText } from '../../common/other-posts/use-posts.ts';
import { waitText } from '../../common/run-texts.ts';
import { bootData } from '../boot-data.ts';
import type { BatchControl } from '../hooks/use-batch.ts';
import {
  type ShownBatch,
  countDone,
  isActive,
  outcomeText,
  progressText,
  retryText,
  stateText,
  timeLeft,
  timeLeftText,
  undoText,
} from './batch-state.ts';
import { Question } from '../../common/run-questions.tsx';
import { SettingsLink } from '../table/settings-link.tsx';

interface UndoAllProps {
  batch: LibraryBatch;
  isChanging: boolean;
  /**
   * `unfill`: removes the texts from posts; `undo`: restores the texts in the media library. In
   * this order.
   */
  onUndo: (actions: readonly ('undo' | 'unfill')[]) => void;
  /** Gets the focus back. */
  onCancel: () => void;
  /** The next step, shown before Undo. */
  children?: ReactNode;
}

/**
 * Undoes everything that a batch has written, as long as that is possible, and removes its texts
 * from the posts that they were filled into. Asks for confirmation first.
 */
function UndoAll({ batch, isChanging, onUndo, onCancel, children }: UndoAllProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [withPosts, setWithPosts] = useState(true);
  const { written } = batch.counts;
  const posts = batch.filled_posts ?? 0;
  const canUndo = (written > 0 || posts > 0) && isAhead(batch.can_undo_until);
  if (!canUndo && !children) {
    return null;
  }
  const label = written > 0 ? __('Undo all', 'altscribe') : undoPostsLabel(posts);
  return isAsking ? (
    <Question
      text={written > 0 ? undoQuestion(written) : undoPostsQuestion(posts)}
      answers={[
        {
          label,
          isDestructive: true,
          onClick: () => {
            setIsAsking(false);
            onUndo([
              ...(posts > 0 && (withPosts || written === 0) ? (['unfill'] as const) : []),
              ...(written > 0 ? (['undo'] as const) : []),
            ]);
          },
        },
      ]}
      onCancel={() => {
        setIsAsking(false);
        onCancel();
      }}
    >
      {written > 0 && posts > 0 && (
        <CheckboxControl
          __nextHasNoMarginBottom
          label={withPostsLabel(posts)}
          checked={withPosts}
          onChange={setWithPosts}
        />
      )}
    </Question>
  ) : (
    <div className="altscribe-panel__buttons">
      {children}
      {canUndo && (
        <AccessibleButton
          variant="secondary"
          isBusy={isChanging}
          disabledReason={changingReason(isChanging)}
          onClick={() => {
            setIsAsking(true);
          }}
        >
          {label}
        </AccessibleButton>
      )}
    </div>
  );
}

/** Why the buttons are disabled until the last response arrives; null if they are not. */
function changingReason(isChanging: boolean) {
  return isChanging ? __('Your last action is still in progress.', 'altscribe') : null;
}

function isAhead(until: string | null): boolean {
  return until !== null && Date.parse(until) > Date.now();
}

function undoQuestion(count: number): string {
  return sprintf(
    /* translators: %s: number of alt texts. */
    _n(
      'Undo %s alt text? Later edits are kept.',
      'Undo %s alt texts? Later edits are kept.',
      count,
      'altscribe',
    ),
    formatNumber(count),
  );
}

function withPostsLabel(count: number): string {
  return sprintf(
    /* translators: %s: number of posts that alt texts of the batch were filled into. */
    _n(
      'Also undo in the %s post they were added to',
      'Also undo in the %s posts they were added to',
      count,
      'altscribe',
    ),
    formatNumber(count),
  );
}

function undoPostsLabel(count: number): string {
  return sprintf(
    /* translators: %s: number of posts that alt texts were filled into. A button. */
    _n('Undo in %s post', 'Undo in %s posts', count, 'altscribe'),
    formatNumber(count),
  );
}

function undoPostsQuestion(count: number): string {
  return sprintf(
    /* translators: %s: number of posts that alt texts were filled into. */
    _n(
      'Remove these alt texts from %s post? Later edits are kept.',
      'Remove these alt texts from %s posts? Later edits are kept.',
      count,
      'altscribe',
    ),
    formatNumber(count),
  );
}

interface BatchPanelProps {
  shown: ShownBatch;
  control: BatchControl;
  /** The next step, once it has ended. */
  children?: ReactNode;
}

/** The progress of a batch, and its actions. */
export function BatchPanel({ shown, control, children }: BatchPanelProps) {
  const { batch } = shown;
  const { undoing } = control;
  const sentence = useRef<HTMLParagraphElement>(null);
  const isGoing = isActive(batch);
  const wait = useCountdown(shown.arrivedAt + (batch.retry_after ?? 0) * 1_000);

  const wasGoing = useRef(isGoing);

  useEffect(() => {
    // "Pause" and "Stop" disappear when the batch ends, and the focus would be lost with them.
    if (wasGoing.current && !isGoing && mayMoveFocus()) {
      sentence.current?.focus();
    }
    wasGoing.current = isGoing;
  }, [isGoing]);

  const left = timeLeft(shown);
  const filledCount = batch.filled_posts ?? 0;
  const undo = async (actions: readonly ('undo' | 'unfill')[]) => {
    for (const action of actions) {
      if (!(await control.control(action))) {
        return;
      }
    }
  };

  return (
    <section className="altscribe-panel" aria-label={__('Progress', 'altscribe')}>
      {isGoing && (
        <div className="altscribe-panel__progress">
          <ProgressBar
            className="altscribe-progress"
            value={(countDone(batch) / Math.max(1, batch.total)) * 100}
          />
          <span className="altscribe-panel__count">
            {joinFacts([progressText(batch), left === null ? '' : timeLeftText(left)])}
          </span>
        </div>
      )}
      {undoing && (
        <div className="altscribe-panel__progress">
          <ProgressBar
            className="altscribe-progress"
            value={(undoing.done / undoing.total) * 100}
          />
          <span className="altscribe-panel__count">{undoText(undoing)}</span>
        </div>
      )}
      <p ref={sentence} tabIndex={-1} className={`altscribe-panel__sentence is-${batch.state}`}>
        {isGoing && bootData.connectionError
          ? notConnectedText(batch)
          : ((batch.state === 'running' ? waitText(batch, wait) : null) ?? stateText(batch))}
        {batch.state === 'halted' && wait > 0 && ` ${retryText(wait)}`}
        {batch.state === 'halted' && batch.reason && <SettingsLink error={batch.reason} />}
      </p>
      {filledCount > 0 && <p>{filledIntoText(filledCount)}</p>}
      {control.error && (
        <Notice status="error" isDismissible={false}>
          {control.error.message}
        </Notice>
      )}
      {isGoing ? (
        <div className="altscribe-panel__buttons">
          <AccessibleButton
            variant={batch.state === 'running' ? 'secondary' : 'primary'}
            size="compact"
            isBusy={control.isChanging}
            disabledReason={
              changingReason(control.isChanging) ??
              (batch.state === 'running' ? null : (bootData.connectionError?.message ?? null))
            }
            onClick={() => void control.control(batch.state === 'running' ? 'pause' : 'resume')}
          >
            {batch.state === 'running' ? __('Pause', 'altscribe') : __('Resume', 'altscribe')}
          </AccessibleButton>
          <AccessibleButton
            variant="secondary"
            size="compact"
            disabledReason={changingReason(control.isChanging)}
            onClick={() => void control.control('stop')}
          >
            {__('Stop', 'altscribe')}
          </AccessibleButton>
        </div>
      ) : (
        <UndoAll
          batch={batch}
          isChanging={control.isChanging}
          onUndo={(actions) => {
            sentence.current?.focus();
            void undo(actions);
          }}
          onCancel={() => sentence.current?.focus()}
        >
          {children}
        </UndoAll>
      )}
    </section>
  );
}

/** Shown instead of a promise that the batch continues. The next step is above it. */
function notConnectedText(batch: LibraryBatch): string {
  return batch.state === 'paused'
    ? stateText(batch)
    : sprintf(
        /* translators: %s: what was done so far: "112 written." */
        __('Continues once Altscribe is connected. So far: %s', 'altscribe'),
        outcomeText(batch),
      );
}
