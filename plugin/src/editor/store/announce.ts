import { speak } from '@wordpress/a11y';
import { __, sprintf } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import type { DropReason } from '../landing.ts';
import type { Outcome } from './describe.ts';
import type { Fill } from './state.ts';
import type { Thunk } from './thunk.ts';
import { takeBack } from './undo.ts';

/** Tells how the request for one image ended, to everybody: a snackbar is spoken, too. */
export const announce =
  (outcome: Outcome): Thunk<void> =>
  ({ dispatch, registry }) => {
    switch (outcome.kind) {
      case 'filled':
        dispatch(announceFill(outcome.fill));
        break;
      case 'suggested':
        /* translators: %s: an alt text. */
        speak(sprintf(__('Suggested alt text: %s', 'altscribe'), outcome.text));
        break;
      case 'failed':
        speak(outcome.error.message, 'assertive');
        break;
      case 'dropped':
        if (outcome.reason === 'removed') {
          // Its row is gone, too.
          void registry
            .dispatch(noticesStore)
            .createInfoNotice(dropMessage('removed'), { type: 'snackbar' });
        } else {
          speak(dropMessage(outcome.reason), 'assertive');
        }
        break;
      case 'nothing':
        break;
    }
  };

export const announceFill =
  (fill: Fill): Thunk<void> =>
  ({ dispatch, registry }) => {
    const undo = { label: __('Undo', 'altscribe'), onClick: () => void dispatch(takeBack([fill])) };
    const message =
      fill.before.trim() === ''
        ? __('Alt text added.', 'altscribe')
        : __('Alt text replaced.', 'altscribe');
    void registry.dispatch(noticesStore).createSuccessNotice(message, {
      id: `altscribe-${fill.clientId}`,
      type: 'snackbar',
      actions: [undo],
    });
  };

export function dropMessage(reason: DropReason): string {
  switch (reason) {
    case 'removed':
      return __('The image was removed before its alt text came.', 'altscribe');
    case 'replaced':
      return __('The image was replaced before its alt text came. Generate it again.', 'altscribe');
    case 'locked':
      return __('The image was locked before its alt text came.', 'altscribe');
    case 'decorative':
      return __('The image was marked as decorative before its alt text came.', 'altscribe');
  }
}
