import { speak } from '@wordpress/a11y';
import type { DataRegistry } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import type { ApiError } from '../../common/api-error.ts';
import { announceSuggested, announceWritten, writtenText } from '../../common/request/announce.ts';
import { announceUndone } from '../../common/run/announce.ts';
import { targetKey, type AppliedAltText } from '../post/alt-text-target.ts';
import { undoAltTexts } from './apply-alt-text.ts';
import type { Thunk, ImageNotice } from './state.ts';
import { focusRequestStore, shownRunButton } from './focus-request.ts';

/** Announcements for screen reader users, whether the sidebar is open or not. */

/** How the generation of one alt text ended. */
export type Outcome =
  | { kind: 'applied'; applied: AppliedAltText }
  | { kind: 'suggested'; text: string }
  | { kind: 'discarded'; notice: ImageNotice }
  | { kind: 'failed'; error: ApiError }
  /** The user stopped it, or the image cannot get alt text now. */
  | { kind: 'skipped' };

export const announce =
  (outcome: Outcome): Thunk<void> =>
  ({ dispatch, registry }) => {
    switch (outcome.kind) {
      case 'applied':
        dispatch(announceApplied(outcome.applied));
        break;
      case 'suggested':
        announceSuggested(outcome.text);
        break;
      case 'failed':
        speak(outcome.error.message, 'assertive');
        break;
      case 'discarded':
        if (outcome.notice.code === 'image_removed') {
          // The row that would show the notice is gone. Screen readers announce a snackbar.
          void registry
            .dispatch(noticesStore)
            .createInfoNotice(outcome.notice.message, { type: 'snackbar' });
        } else {
          speak(outcome.notice.message, 'assertive');
        }
        break;
      case 'skipped':
        break;
    }
  };

/** Shows a snackbar with "Undo", and announces the text. */
export const announceApplied =
  (applied: AppliedAltText): Thunk<void> =>
  ({ dispatch, registry }) => {
    const { target, before, text } = applied;
    const undo = () => announceUndone(dispatch(undoAltTexts([applied])).length);
    showUndo(registry, targetKey(target), writtenText(before), undo, false);
    announceWritten(before, text);
  };

/** Shows a snackbar with "Undo", in the place of the last one about this subject. */
export function showUndo(
  registry: DataRegistry,
  subject: string,
  message: string,
  undo: () => void,
  isSpoken?: boolean,
): void {
  const onClick = () => {
    undo();
    // The snackbar disappears, which would lose the focus.
    void registry.dispatch(focusRequestStore).requestFocus(shownRunButton);
  };
  void registry.dispatch(noticesStore).createSuccessNotice(message, {
    id: `altscribe-${subject}`,
    type: 'snackbar',
    actions: [{ label: __('Undo', 'altscribe'), onClick }],
    speak: isSpoken,
  });
}

/** Announces how the last batch ended. */
export const announceBatch =
  (): Thunk =>
  async ({ select }) => {
    const batch = select.getBatch();
    // If the sentences cannot be loaded, the connection is lost.
    const texts = await import('../../common/run-questions.tsx').catch(() => null);
    if (batch && texts) {
      speak(texts.runSummary(batch));
    }
  };
