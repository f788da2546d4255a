import { Notice, ProgressBar } from '@wordpress/components';
import { useEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import type { Batch } from '../../common/batches-api.ts';
import { errorAction } from '../../common/error-action.ts';
import { filledIntoText } from '../../common/other-posts/posts-text.ts';
import type { BatchControl } from '../hooks/use-batch.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { bootData } from '../boot-data.ts';
import { countDone, isActive, timeLeft, type ShownBatch } from './batch-state.ts';
import { progressText, retryText, stateText, undoText, waitText } from './batch-text.ts';
import { timeLeftText } from './time-left.ts';
import { UndoAll } from './undo-all.tsx';

interface Props {
  shown: ShownBatch;
  control: BatchControl;
}

/** How far a batch is, and what can be done with it. */
export function BatchPanel({ shown, control }: Props) {
  const { batch } = shown;
  const { undoing } = control;
  const sentence = useRef<HTMLParagraphElement>(null);
  const isGoing = isActive(batch);
  const wait = useCountdown(shown.arrivedAt + (batch.retry_after ?? 0) * 1_000);

  const wasGoing = useRef(isGoing);

  useEffect(() => {
    // "Pause" and "Stop" go with the end of the batch, and would take the focus along.
    if (wasGoing.current && !isGoing && document.activeElement === document.body) {
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
            {[progressText(batch), left !== null && timeLeftText(left)]
              .filter((text) => text !== false)
              .join(' · ')}
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
        {(batch.state === 'running' ? waitText(batch, wait) : null) ?? stateText(batch)}
        {batch.state === 'halted' && wait > 0 && ` ${retryText(wait)}`}
        {batch.state === 'halted' && canSettingsHelp(batch) && (
          <>
            {' '}
            <a href={bootData.settingsUrl ?? ''}>{__('Open settings', 'altscribe')}</a>
          </>
        )}
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
        <UndoAll
          batch={batch}
          isChanging={control.isChanging}
          onUndo={(actions) => {
            sentence.current?.focus();
            void undo(actions);
          }}
          onCancel={() => sentence.current?.focus()}
        />
      )}
    </section>
  );
}

/** Whether the settings have what keeps a batch from going on. Not credits, nor a service that is away. */
function canSettingsHelp({ reason }: Batch): boolean {
  const isLimit = reason?.code === 'altscribe_daily_limit';
  const canManage = bootData.settingsUrl !== null;
  return canManage && (isLimit || (!!reason && errorAction(reason, canManage) === 'open-settings'));
}
