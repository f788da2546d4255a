/** Languages that are written in more than one script; their code alone does not tell which. */
export const inSeveralScripts: ReadonlySet<string> = new Set(
  'az bm bs ff ha kk ks ku ky mn ms pa sd shi sr tg tk tr ug uz vai yue zgh'.split(' '),
);

/** What writing systems are made of, where it is more than the script of the same code. */
export const composed: Readonly<Record<string, string>> = {
  Hans: '\\p{Script=Han}',
  Hant: '\\p{Script=Han}',
  Jpan: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}',
  Kore: '\\p{Script=Hangul}\\p{Script=Han}',
};

/** A few letters may be a name or a sign; from here on it is a text. */
export const leastLetters = 15;

/**
 * Whether a text has no letter of the script that its language is written in. The script is CLDR's
 * likely one; languages with several, and texts of a few letters, are never judged.
 */
export function isInWrongScript(text: string, languageCode: string): boolean {
  const own = letterOf(languageCode);
  if (!own) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= leastLetters && !own.test(text);
}

/** By language code; to make one takes longer than to check a text with it. */
const patterns = new Map<string, RegExp | undefined>();

/** Matches a letter of the script of a language; nothing for a language that is not judged. */
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
