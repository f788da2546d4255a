import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const folder = join(import.meta.dirname, '../includes/Checks');

/** The contents of `rules.php`. */
export function rulesFile(): string {
  return toPhpFile('The rules of the checks of alternative texts.', rules);
}

/** The contents of `languages.php`. They depend on the version of Node.js. */
export function languagesFile(): string {
  return toPhpFile(
    'Data about languages for the checks of alternative texts, from Unicode CLDR.',
    languages,
  );
}

/** The contents of `version.php`: a hash of the other files of the checks, as they are on the disk. */
export function versionFile(): string {
  const hash = createHash('sha256');
  for (const name of ['rules.php', 'languages.php', 'Text_Checks.php', 'Keyword_List.php']) {
    hash.update(readFileSync(join(folder, name)));
  }
  const version = hash.digest('hex').slice(0, 12);
  return toPhpFile(
    'The version of the checks. With another one, texts are checked again.',
    version,
  );
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
