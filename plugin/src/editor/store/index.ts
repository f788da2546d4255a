import { createReduxStore, register } from '@wordpress/data';
import { loadAccount } from './account.ts';
import { dismissSuggestion, runChanged, stop } from './actions.ts';
import { generateAll, undoRun } from './generate-all.ts';
import { applySuggestion, generate } from './generate.ts';
import { reducer } from './reducer.ts';
import * as selectors from './selectors.ts';
import { setKeywords } from './set-keywords.ts';

/** State of the "Alt text" sidebar and of the button in the image block's settings. */
export const store = createReduxStore('altscribe/editor', {
  reducer,
  selectors,
  actions: {
    applySuggestion,
    dismissSuggestion,
    generate,
    generateAll,
    loadAccount,
    setKeywords,
    stop,
    undoRun,
    dismissRun: () => runChanged(null),
  },
});

register(store);
