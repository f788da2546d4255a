import { matchLanguage } from '../../../../shared/match-language.ts';
import { languageName } from '../../common/format.ts';
import { lazyModule } from '../../common/lazy-module.ts';

const useNames = lazyModule(() => import('../../common/language-options.ts'));

/**
 * The names of all languages, and all languages as options: a third of the editor's script would be
 * names. Until they are loaded a language has the name that the browser knows, or its code.
 */
export function useLanguageNames() {
  const names = useNames();

  function nameOf(asked: string): string {
    const code = matchLanguage(asked);
    return names ? names.languageNameOf(code) : languageName({ code, name: code });
  }
  return { nameOf, options: names?.listLanguageOptions() ?? [] };
}
