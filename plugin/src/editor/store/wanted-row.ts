import { createReduxStore, register } from '@wordpress/data';

type State = string | null;
type Action = { type: 'ROW_WANTED'; key: string } | { type: 'ROW_FOUND' };

/**
 * The row of the sidebar that is to get the focus, by the `targetKey` of its image, or
 * `runButtonId`; null if nothing is wanted.
 * The sidebar may have to open first, and the row to be rendered.
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
