import { Notice, ProgressBar } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { formatNumber } from '../../common/format.ts';
import type { BatchControl } from '../hooks/use-batch.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { bootData } from '../boot-data.ts';
import { countDone, isActive, timeLeft, type ShownBatch } from './batch-state.ts';
import { progressText, stateText, waitText } from './batch-text.ts';
import { Question } from './question.tsx';
import { timeLeftText } from './time-left.ts';

interface Props {
  shown: ShownBatch;
  control: BatchControl;
  /** Called when what the batch wrote was taken back. */
  onUndone: () => void;
}

/** How far a batch is, and what can be done with it. */
export function BatchPanel({ shown, control, onUndone }: Props) {
  const { batch } = shown;
  const sentence = useRef<HTMLParagraphElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const isGoing = isActive(batch);
  const wait = useCountdown(shown.arrivedAt + (batch.retry_after ?? 0) * 1_000);

  useEffect(() => {
    // "Pause" and "Stop" go with the end of the batch, and would take the focus along.
    if (!isGoing && document.activeElement === document.body) {
      sentence.current?.focus();
    }
  }, [isGoing]);

  const undo = async () => {
    setIsAsking(false);
    sentence.current?.focus();
    if (await control.control('undo')) {
      onUndone();
    }
  };
  const left = timeLeft(shown);

  return (
    <section className="altscribe-panel" aria-label={__('Progress', 'altscribe')}>
      {isGoing && (
        <div className="altscribe-panel__progress">
          <ProgressBar
            className="altscribe-progress"
            value={(countDone(batch) / Math.max(1, batch.total)) * 100}
          />
          <span className="altscribe-panel__count">
            {[progressText(batch), left !== null && timeLeftText(left)]
              .filter((text) => text !== false)
              .join(' · ')}
          </span>
        </div>
      )}
      <p ref={sentence} tabIndex={-1} className={`altscribe-panel__sentence is-${batch.state}`}>
        {batch.state === 'running' && wait > 0 ? waitText(wait) : stateText(batch)}
        {batch.state === 'halted' && bootData.settingsUrl !== null && (
          <>
            {' '}
            <a href={bootData.settingsUrl}>{__('Open settings', 'altscribe')}</a>
          </>
        )}
      </p>
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
            disabledReason={control.isChanging ? '' : null}
            onClick={() => void control.control(batch.state === 'running' ? 'pause' : 'resume')}
          >
            {batch.state === 'running' ? __('Pause', 'altscribe') : __('Resume', 'altscribe')}
          </AccessibleButton>
          <AccessibleButton
            variant="secondary"
            size="compact"
            disabledReason={control.isChanging ? '' : null}
            onClick={() => void control.control('stop')}
          >
            {__('Stop', 'altscribe')}
          </AccessibleButton>
        </div>
      ) : (
        batch.counts.written > 0 &&
        canUndo(batch.can_undo_until) &&
        (isAsking ? (
          <Question
            text={undoQuestion(batch.counts.written)}
            yes={__('Undo all', 'altscribe')}
            isDestructive
            onYes={() => void undo()}
            onNo={() => {
              setIsAsking(false);
              sentence.current?.focus();
            }}
          />
        ) : (
          <div className="altscribe-panel__buttons">
            <AccessibleButton
              variant="secondary"
              size="compact"
              isBusy={control.isChanging}
              disabledReason={control.isChanging ? '' : null}
              onClick={() => {
                setIsAsking(true);
              }}
            >
              {__('Undo all', 'altscribe')}
            </AccessibleButton>
          </div>
        ))
      )}
    </section>
  );
}

function canUndo(until: string | null): boolean {
  return until !== null && Date.parse(until) > Date.now();
}

function undoQuestion(count: number): string {
  return sprintf(
    /* translators: %s: number of alt texts. */
    _n(
      'Take back %s alt text? It stays where somebody has changed it since.',
      'Take back %s alt texts? Those that somebody has changed since stay.',
      count,
      'altscribe',
    ),
    formatNumber(count),
  );
}
