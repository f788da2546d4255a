import { useEffect, useState } from '@wordpress/element';
import { matchLanguage } from '../../../../shared/match-language.ts';
import { languageName } from '../../common/format.ts';
import type * as LanguageOptions from '../../common/language-options.ts';

type LanguageNames = typeof LanguageOptions;

/**
 * The names of all languages, and all languages as options. They are a file of their own, loaded
 * when something first shows them: a third of the editor's script would be names. Until then, and
 * where they cannot be loaded, a language has the name that the browser knows, or its code.
 */
export function useLanguageNames() {
  const [names, setNames] = useState<LanguageNames | null>(null);
  useEffect(() => {
    let isWanted = true;
    import('../../common/language-options.ts').then(
      (loaded) => {
        if (isWanted) {
          setNames(loaded);
        }
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);

  function nameOf(asked: string): string {
    const code = matchLanguage(asked);
    return names ? names.languageNameOf(code) : languageName({ code, name: code });
  }
  return { nameOf, options: names?.listLanguageOptions() ?? [] };
}
