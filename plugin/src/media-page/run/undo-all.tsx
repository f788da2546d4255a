import { CheckboxControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import type { Batch } from '../../common/batches-api.ts';
import { formatNumber } from '../../common/format.ts';
import { Question } from './question.tsx';

interface Props {
  batch: Batch;
  isChanging: boolean;
  /** `unfill`: take the texts out of posts; `undo`: restore those of the media library. In this order. */
  onUndo: (actions: readonly ('undo' | 'unfill')[]) => void;
  /** Takes the focus back. */
  onCancel: () => void;
}

/**
 * Undoes all that a batch has written, as long as that can be done, and takes its texts out of the posts that
 * they were filled into. Asks first.
 */
export function UndoAll({ batch, isChanging, onUndo, onCancel }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const [withPosts, setWithPosts] = useState(true);
  const { written } = batch.counts;
  const posts = batch.filled_posts ?? 0;
  if ((written === 0 && posts === 0) || !canUndo(batch.can_undo_until)) {
    return null;
  }
  const label = written > 0 ? __('Undo all', 'altscribe') : undoPostsLabel(posts);
  return isAsking ? (
    <Question
      text={written > 0 ? undoQuestion(written) : undoPostsQuestion(posts)}
      yes={label}
      isDestructive
      onYes={() => {
        setIsAsking(false);
        onUndo([
          ...(posts > 0 && (withPosts || written === 0) ? (['unfill'] as const) : []),
          ...(written > 0 ? (['undo'] as const) : []),
        ]);
      }}
      onNo={() => {
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

function withPostsLabel(count: number): string {
  return sprintf(
    /* translators: %s: number of posts that alt texts of the batch were filled into. */
    _n(
      'Also undo in %s post that was filled with them',
      'Also undo in %s posts that were filled with them',
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
