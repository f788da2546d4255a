import type { Action } from './actions.ts';
import { idle, initialState, type Run, type State } from './state.ts';

export function reducer(state: State = initialState, action: Action): State {
  switch (action.type) {
    case 'ACCOUNT_RECEIVED':
      return {
        ...state,
        account: action.account,
        accountError: null,
        // What ended the last run is over: the service answers.
        run: state.run && { ...state.run, error: null },
      };
    case 'ACCOUNT_FAILED':
      return { ...state, accountError: action.error };
    case 'IMAGE_CHANGED': {
      const work = { ...(state.images[action.clientId] ?? idle), ...action.work };
      return { ...state, images: { ...state.images, [action.clientId]: work } };
    }
    case 'SERVICE_BUSY':
      return { ...state, busyUntil: Math.max(state.busyUntil ?? 0, action.until) };
    case 'STOPPED':
      return {
        ...state,
        busyUntil: null,
        stopCount: state.stopCount + 1,
        run: state.run?.isRunning ? { ...state.run, isStopping: true } : state.run,
      };
    case 'KEYWORDS_TYPED':
      return { ...state, typedKeywords: action.keywords };
    case 'RUN_STARTED':
    case 'RUN_ADVANCED':
    case 'RUN_ENDED':
    case 'RUN_CHANGED':
      return { ...state, run: reduceRun(state.run, action) };
    default:
      return state;
  }
}

type RunAction = Extract<Action, { type: `RUN_${string}` }>;

function reduceRun(run: Run | null, action: RunAction): Run | null {
  if (action.type === 'RUN_CHANGED') {
    return action.run;
  }
  if (action.type === 'RUN_STARTED') {
    return {
      isRunning: true,
      isStopping: false,
      total: action.total,
      done: 0,
      added: [],
      without: 0,
      error: null,
    };
  }
  if (!run) {
    return run;
  }
  if (action.type === 'RUN_ENDED') {
    return { ...run, isRunning: false, isStopping: false, error: action.error };
  }
  return {
    ...run,
    done: run.done + 1,
    added: action.fill ? [...run.added, action.fill] : run.added,
    without: action.fill ? run.without : run.without + 1,
  };
}
