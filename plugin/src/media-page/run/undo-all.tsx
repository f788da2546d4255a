import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import type { Batch } from '../../common/batches-api.ts';
import { formatNumber } from '../../common/format.ts';
import { Question } from './question.tsx';

interface Props {
  batch: Batch;
  isChanging: boolean;
  onUndo: () => void;
  /** Takes the focus back. */
  onCancel: () => void;
}

/** Takes back all that a batch has written, as long as that can be done. Asks first. */
export function UndoAll({ batch, isChanging, onUndo, onCancel }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  if (batch.counts.written === 0 || !canUndo(batch.can_undo_until)) {
    return null;
  }
  const label = __('Undo all', 'altscribe');
  return isAsking ? (
    <Question
      text={undoQuestion(batch.counts.written)}
      yes={label}
      isDestructive
      onYes={() => {
        setIsAsking(false);
        onUndo();
      }}
      onNo={() => {
        setIsAsking(false);
        onCancel();
      }}
    />
  ) : (
    <div className="altscribe-panel__buttons">
      <AccessibleButton
        variant="secondary"
        size="compact"
        isBusy={isChanging}
        disabledReason={isChanging ? '' : null}
        onClick={() => {
          setIsAsking(true);
        }}
      >
        {label}
      </AccessibleButton>
    </div>
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
