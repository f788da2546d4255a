import { lazyModule } from '../../common/lazy-module.ts';

const useNames = lazyModule(() => import('../../common/language-options.ts'));

/**
 * The names of all languages, and all languages as options: a third of the editor's script would be
 * names and codes. Until they are loaded a language is called by its code.
 */
export function useLanguageNames() {
  const names = useNames();

  return {
    /** The name of the language that a code asks for; it may be a locale. */
    nameOf: (asked: string) => names?.languageNameOf(asked) ?? asked,
    /** The value of its option. */
    codeOf: (asked: string) => names?.matchLanguage(asked) ?? asked,
    options: names?.listLanguageOptions() ?? [],
  };
}
