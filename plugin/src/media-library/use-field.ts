import { useEffect, useState, useSyncExternalStore } from '@wordpress/element';
import { lazyModule } from '../common/lazy-module.ts';
import type { AltTextFinding } from '../../../shared/alt-text/checks.ts';
import type { AltTextField } from './attachment-field.ts';
import { getState, subscribe, type RequestState } from './requests.ts';

/** Patterns for ten languages, more than the rest of the script. */
const useChecks = lazyModule(() => import('./check-text.ts'));

export function useRequestState(field: AltTextField): RequestState {
  return useSyncExternalStore(subscribe, () => getState(field));
}

/** The text of the field, as somebody types it. */
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

/** What the checks find in a text; nothing in none. */
export function useFindings(
  text: string,
  { language, olderTexts }: AltTextField,
): AltTextFinding[] {
  const checks = useChecks();
  return text.trim() === '' || !checks ? [] : checks.checkText(text, language, olderTexts);
}
