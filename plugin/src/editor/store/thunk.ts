import type { DataRegistry } from '@wordpress/data';
import type { Action, selectors, State } from './state.ts';

type Bound<Selectors> = {
  [Name in keyof Selectors]: Selectors[Name] extends (state: State, ...args: infer Args) => infer R
    ? (...args: Args) => R
    : never;
};

/** What @wordpress/data passes to a thunk of this store. */
export interface ThunkArgs {
  dispatch: {
    <R>(thunk: (args: ThunkArgs) => R): R;
    (action: Action): unknown;
  };
  select: Bound<typeof selectors>;
  registry: DataRegistry;
}

export type Thunk<R = Promise<void>> = (args: ThunkArgs) => R;
