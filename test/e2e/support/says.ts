import { expect, type Locator } from '@playwright/test';

export type Replacement = readonly [pattern: RegExp, replacement: string];

/** What differs from run to run. */
const changing: readonly Replacement[] = [
  [/\b(?:127\.0\.0\.1|localhost):\d+/g, 'HOST'],
  [/\/\S*\/altscribe-\w{6}\b/g, 'FOLDER'],
  [/\btest_\d+/g, 'DATABASE'],
  [/\balt_[\w-]{8,}/g, 'KEY'],
  [/\bkey_\w{12}\b/g, 'KEY_ID'],
  [/••••[\w-]{4}/g, '••••'],
  [/\/[\w-]{43}\b/g, '/TOKEN'],
  [/\b[A-Z2-7]{32}\b/g, 'SECRET'],
  [/\b(?:[a-z2-9]{5}-[a-z2-9]{5}\s?){10}/g, 'CODES'],
  [/\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}\b/g, 'DATE'],
  [/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}\b/g, 'DAY'],
  [/\b[A-Z][a-z]{2,8} 20\d\d\b/g, 'MONTH'],
  [/\bfrom=\d{4}-\d\d-\d\d\b/g, 'from=DATE'],
  [/\b\d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?/g, 'TIME'],
  [/(?:now|in \d+ [a-z]+|\d+ [a-z]+ ago) \(DATE, TIME UTC\)/g, 'WHEN'],
  [/\b[\d.]+ (?=MB\b|ms\b|s\b|seconds?\b)/g, 'N '],
  [/\bsite-\d+@/g, 'SITE@'],
  [/\b(post|item)=\d+/g, '$1=ID'],
  [/\b_wpnonce=\w+/g, '_wpnonce=NONCE'],
];

/**
 * Compares what a screen reader says of a part of a page (roles, names, states, text, and where
 * links lead) with the file of that name in the folder `says` beside the test, which
 * `--update-snapshots` writes. Without a name: with the next file of the test.
 */
export async function expectSays(
  part: Locator,
  name?: string,
  alsoChanging: readonly Replacement[] = [],
): Promise<void> {
  let said = await part.ariaSnapshot();
  for (const [pattern, replacement] of [...changing, ...alsoChanging]) {
    said = said.replaceAll(pattern, replacement);
  }
  if (name) expect(`${said}\n`).toMatchSnapshot(`${name}.txt`);
  else expect(`${said}\n`).toMatchSnapshot();
}
