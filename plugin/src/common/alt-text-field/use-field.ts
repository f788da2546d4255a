import { useEffect, useState, useSyncExternalStore } from '@wordpress/element';
import { lazyModule } from '../lazy-module.ts';
import type { AltTextFinding } from '../../../../shared/alt-text/checks.ts';
import type { AltTextField } from './alt-text-field.ts';
import { getState, subscribe, type RequestState } from './requests.ts';

/** Patterns for ten languages, which are larger than the rest of the script. */
const useChecks = lazyModule(() => import('./check-text.ts'));

export function useRequestState(field: AltTextField): RequestState {
  return useSyncExternalStore(subscribe, () => getState(field));
}

/** The text of the field, updated as the user types. */
export function useText(field: AltTextField): string {
  const [text, setText] = useState(field.read);
  useEffect(
    () =>
      field.watch(() => {
        setText(field.read());
      }),
    [field],
  );
  return text;
}

/** The findings for a text; none for an empty one. */
export function useFindings(text: string, field: AltTextField): AltTextFinding[] {
  const checks = useChecks();
  return text.trim() === '' || !checks ? [] : checks.checkText(text, field);
}
