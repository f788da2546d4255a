import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { formatsOf, type Formats } from '../format.ts';
import type { DashboardState } from '../state.ts';
import type { Texts } from '../locales/locales.ts';

/** Information about the request that components may need. */
export interface PageContextValue extends Pick<
  DashboardState,
  'locale' | 'texts' | 'formToken' | 'signedIn' | 'navigation'
> {
  readonly formats: Formats;
  /** The path of the request. */
  readonly path: string;
  readonly now: Date;
}

const PageContext = createContext<PageContextValue | undefined>(undefined);

export const PageContextProvider = PageContext.Provider;

export function makePageContext(state: DashboardState, path: string): PageContextValue {
  return { ...state, path, formats: formatsOf(state.locale), now: new Date() };
}

export function usePageContext(): PageContextValue {
  const value = useContext(PageContext);
  if (!value) throw new Error('A component of the dashboard was rendered outside of a page.');
  return value;
}

export function useTexts(): Texts {
  return usePageContext().texts;
}
