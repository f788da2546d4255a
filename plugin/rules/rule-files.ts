import * as checks from '../../shared/alt-text/checks.ts';
import * as fileName from '../../shared/alt-text/file-name.ts';
import { hints } from '../../shared/alt-text/hints.ts';
import { guesses, quotations } from '../../shared/alt-text/inferred.ts';
import * as keywordList from '../../shared/alt-text/keyword-list.ts';
import * as nearby from '../../shared/alt-text/nearby.ts';
import { imageAtEnd, phrases } from '../../shared/alt-text/phrases.ts';
import { inSeveralScripts, leastLetters } from '../../shared/alt-text/script.ts';
import * as vague from '../../shared/alt-text/vague.ts';
import { languageCodes } from '../../shared/language-codes.ts';
import { sameAs } from '../../shared/match-language.ts';
import { toPhpFile } from './php-file.ts';
import { scriptPattern } from './scripts.ts';

/** The contents of the PHP files with the rules of `shared/alt-text/`, by name. */
export function ruleFiles(): Record<'rules.php' | 'languages.php', string> {
  return {
    'rules.php': toPhpFile('The rules of the checks of alternative texts.', rules),
    'languages.php': toPhpFile(
      'Data about languages for the checks of alternative texts, from Unicode CLDR.',
      languages,
    ),
  };
}

const { separators, commas, dash, joining, keywordLabel, hashtag, introducing, longArticle } =
  keywordList;
const { kinds, subjects, placeholders, requests, linkWords, fillers, noText } = vague;

const rules = {
  long: checks.longLength,
  too_long: checks.tooLongLength,
  longest_read: checks.maxReadLength,
  least_letters: leastLetters,
  file_names: fileName.fileNames,
  file_words: {
    suffix: fileName.nameSuffix,
    longest_name: fileName.maxNameLength,
    longest_title: fileName.longestTitle,
    several_in_one: fileName.severalInOne,
    plain_letters: fileName.plainLetters,
  },
  noun: checks.noun,
  hints,
  image_at_end: imageAtEnd,
  phrases: Object.values(phrases).map(({ prefix, suffix, refusal }) => ({
    prefix,
    suffix,
    refusal,
  })),
  keyword_list: {
    ...{ separators, commas, dash, joining, label: keywordLabel },
    ...{ hashtag, introducing, long_article: longArticle },
    longest_part: keywordList.longestPart,
    words_per_repetition: keywordList.wordsPerRepetition,
  },
  nearby: {
    places: [...nearby.nearbyPlaces],
    short_words: nearby.shortWords,
    least_letters: nearby.leastLetters,
    least_words: nearby.leastWords,
    share: nearby.repeatedShare,
  },
  guesses: Object.values(guesses),
  quotations,
  vague: {
    ...{ kinds, subjects, placeholders, requests },
    ...{ link_words: linkWords, fillers, no_text: noText },
  },
};

const languages = {
  same_as: { ...sameAs, ...currentNames('iw in ji jw mo') },
  languages: Object.fromEntries(
    languageCodes.map((code) => [code.toLowerCase(), { ...joints(code), script: script(code) }]),
  ),
};

/** The current codes of languages that had another one. */
function currentNames(tags: string): Record<string, string> {
  return Object.fromEntries(
    tags.split(' ').map((tag) => [tag, Intl.getCanonicalLocales(tag)[0] ?? tag]),
  );
}

/** The words before the last part of a list: " and ", " or ". */
function joints(code: string): { and: string | undefined; or: string | undefined } {
  const joint = (type: 'conjunction' | 'disjunction') =>
    new Intl.ListFormat(code, { type }).formatToParts(['x', 'y'])[1]?.value;
  return { and: joint('conjunction'), or: joint('disjunction') };
}

/**
 * The script of which a text must have a letter; undefined if the language is written in several
 * scripts.
 */
function script(code: string): RegExp | undefined {
  const locale = new Intl.Locale(code);
  if (inSeveralScripts.has(locale.language) && !locale.script) return undefined;
  const name = locale.maximize().script;
  return name === undefined ? undefined : scriptPattern(name);
}
