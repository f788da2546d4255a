import { createReduxStore, register } from '@wordpress/data';

/** Id of the button that starts and stops a run. */
export const runButtonId = 'altscribe-run';

/** The same button, but only if the sidebar is open. Otherwise the focus does not move. */
export const shownRunButton = 'altscribe-run-if-shown';

/** The same button, which is also pressed. */
export const runRequest = 'altscribe-run-now';

/** The review, which starts. */
export const reviewRequest = 'altscribe-review-now';

/** Id of an image's row, by its `targetKey`. */
export const rowId = (key: string) => `altscribe-row-${key}`;

type State = string | null;
type Action = { type: 'FOCUS_REQUESTED'; key: string } | { type: 'FOCUS_REQUEST_ENDED' };

/**
 * The row of the sidebar that should get the focus, by the `targetKey` of its image, or one of the
 * above; null without a request. The sidebar may have to open first, and the row to be rendered.
 * Components move the focus: see `panel/image-list.tsx`.
 */
export const focusRequestStore = createReduxStore('altscribe/focus-request', {
  reducer: (state: State = null, action: Action): State => {
    switch (action.type) {
      case 'FOCUS_REQUESTED':
        return action.key;
      case 'FOCUS_REQUEST_ENDED':
        return null;
      default:
        return state;
    }
  },
  selectors: { getFocusRequest: (state: State) => state },
  actions: {
    requestFocus: (key: string): Action => ({ type: 'FOCUS_REQUESTED', key }),
    endFocusRequest: (): Action => ({ type: 'FOCUS_REQUEST_ENDED' }),
  },
});

register(focusRequestStore);
