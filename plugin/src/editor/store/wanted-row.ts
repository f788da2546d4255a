import { createReduxStore, register } from '@wordpress/data';
import type { Thunk } from './state.ts';

/** Id of the button that starts and stops a run. */
export const runButtonId = 'altscribe-run';

/** The same button, but not where the sidebar is closed: then the focus stays where it is. */
export const shownRunButton = 'altscribe-run-if-shown';

type State = string | null;
type Action = { type: 'ROW_WANTED'; key: string } | { type: 'ROW_FOUND' };

/**
 * The row of the sidebar that is to get the focus, by the `targetKey` of its image, or one of the above; null
 * if nothing is wanted. The sidebar may have to open first, and the row to be rendered. Components move the
 * focus: see `sidebar/wanted-row.ts`.
 */
export const wantedRowStore = createReduxStore('altscribe/wanted-row', {
  reducer: (state: State = null, action: Action): State => {
    switch (action.type) {
      case 'ROW_WANTED':
        return action.key;
      case 'ROW_FOUND':
        return null;
      default:
        return state;
    }
  },
  selectors: { getWantedRow: (state: State) => state },
  actions: {
    wantRow: (key: string): Action => ({ type: 'ROW_WANTED', key }),
    foundRow: (): Action => ({ type: 'ROW_FOUND' }),
  },
});

register(wantedRowStore);

/** Asks for the focus on the button that starts a run, because what has it now is going. */
export const wantRunButton =
  (): Thunk<void> =>
  ({ registry }) => {
    void registry.dispatch(wantedRowStore).wantRow(shownRunButton);
  };
