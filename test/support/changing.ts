export type Replacement = readonly [pattern: RegExp, replacement: string];

/** What differs from run to run in what pages say. */
const changing: readonly Replacement[] = [
  [/\b(?:127\.0\.0\.1|localhost):\d+/g, 'HOST'],
  [/\/\S*\/altscribe-\w{6}\b/g, 'FOLDER'],
  [/\btest_\d+/g, 'DATABASE'],
  [/\balt_[\w-]{8,}/g, 'KEY'],
  [/\bkey_\w{12}\b/g, 'KEY_ID'],
  [/••••[\w-]{4}/g, '••••'],
  [/\/[\w-]{43}(?![\w-])/g, '/TOKEN'],
  [/\b[A-Z2-7]{32}\b/g, 'SECRET'],
  [/\b(?:[a-z2-9]{5}-[a-z2-9]{5}\s?){10}/g, 'CODES'],
  [/\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}\b/g, 'DATE'],
  [/\b\d{1,2}\.\d{1,2}\.\d{4}\b/g, 'DATE'],
  [/\b\d{1,2}\. (?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)[a-z]*\.?(?: \d{4})?/g, 'DATE'],
  [
    /\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?) \d{1,2}\b/g,
    'DAY',
  ],
  [/\b[A-Z][a-z]{2,8} 20\d\d\b/g, 'MONTH'],
  [/\bfrom=\d{4}-\d\d-\d\d\b/g, 'from=DATE'],
  [/\b\d{1,2}:\d\d(?::\d\d)?(?: [AaPp][Mm])?/g, 'TIME'],
  [
    /(?:now|in \d+ [a-z]+|\d+ [a-z]+ ago|jetzt|(?:in|vor) \d+ [A-Za-z]+) \(DATE, TIME UTC\)/g,
    'WHEN',
  ],
  [/\b[\d.,]+ (?=MB\b|ms\b|s\b|seconds?\b)/g, 'N '],
  // Of two answers at the same time, either may come first: the credits, and the texts of tests.
  [/\b\d+(?= credits\b)/g, 'N'],
  [/\b(Text|Text number|text, number) \d+(?=[”"]|$)/gm, '$1 N'],
  [/\bimage \d+ of them\b/g, 'image N of them'],
  [/\bsite-\d+@/g, 'SITE@'],
  [/\b(post|item)=\d+/g, '$1=ID'],
  [/\b_wpnonce=\w+/g, '_wpnonce=NONCE'],
];

/** Replaces what differs from run to run. */
export function withoutChanging(said: string, also: readonly Replacement[] = []): string {
  let rest = said;
  for (const [pattern, replacement] of [...changing, ...also]) {
    rest = rest.replaceAll(pattern, replacement);
  }
  return rest;
}
