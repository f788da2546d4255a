import { eld } from 'eld/small';
import { isInWrongScript } from '../../shared/alt-text/script.ts';

/** What the detector calls languages that go by another code here. */
const detectorCodes: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', fil: 'tl' };

const known: ReadonlySet<string> = new Set(Object.values(eld.info().Languages));

/**
 * Whether a text seems to be in the language that was asked for. It finds another script, and English
 * where one of 59 other languages was asked for: the two ways in which models go wrong most. It
 * cannot tell a language from its neighbour (Danish and Norwegian, Portuguese here and there), and
 * lets pass what is too short to tell.
 * @param languageCode BCP 47 code
 */
export function matchesLanguage(text: string, languageCode: string): boolean {
  return !isInWrongScript(text, languageCode) && !isEnglishInstead(text, languageCode);
}

function isEnglishInstead(text: string, languageCode: string): boolean {
  const { language } = new Intl.Locale(languageCode);
  const code = detectorCodes[language] ?? language;
  if (code === 'en' || !known.has(code)) return false;
  eld.setLanguageSubset([code, 'en']);
  const detected = eld.detect(text);
  return detected.language === 'en' && detected.isReliable();
}
