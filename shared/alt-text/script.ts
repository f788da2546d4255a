/** Languages that are written in several scripts, so their code alone does not tell which. */
export const inSeveralScripts: ReadonlySet<string> = new Set(
  'az bm bs ff ha kk ks ku ky mn ms pa sd shi sr tg tk tr ug uz vai yue zgh'.split(' '),
);

/** The Unicode scripts of a writing system, if it isn't just the script of the same code. */
export const composed: Readonly<Record<string, string>> = {
  Hans: '\\p{Script=Han}',
  Hant: '\\p{Script=Han}',
  Jpan: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}',
  Kore: '\\p{Script=Hangul}\\p{Script=Han}',
};

/** Fewer letters may be a name or an abbreviation. */
export const leastLetters = 15;

/**
 * Whether a text has no letter of its language's script. The script is CLDR's likely one; languages
 * with several scripts and texts of a few letters are never judged.
 */
export function isInWrongScript(text: string, languageCode: string): boolean {
  const own = letterOf(languageCode);
  if (!own) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= leastLetters && !own.test(text);
}

/** Cached by language code, because making one takes longer than checking a text with it. */
const patterns = new Map<string, RegExp | undefined>();

/** Matches a letter of a language's script; nothing for a language that isn't judged. */
function letterOf(languageCode: string): RegExp | undefined {
  if (!patterns.has(languageCode)) patterns.set(languageCode, makePattern(languageCode));
  return patterns.get(languageCode);
}

function makePattern(languageCode: string): RegExp | undefined {
  const locale = new Intl.Locale(languageCode);
  const { script } = locale.maximize();
  if (!script || (inSeveralScripts.has(locale.language) && !locale.script)) return undefined;
  try {
    return new RegExp(`[${composed[script] ?? `\\p{Script=${script}}`}]`, 'u');
  } catch {
    // This JavaScript engine does not know the script.
    return undefined;
  }
}
