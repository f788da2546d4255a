import { saveKeywords } from '../keywords.ts';
import { keywordsTyped } from './actions.ts';
import type { Thunk } from './thunk.ts';

/** The user's own keywords, as typed. */
export const setKeywords =
  (value: string): Thunk<void> =>
  ({ dispatch, registry }) => {
    dispatch(keywordsTyped(saveKeywords(registry, value)));
  };
