import { describe, expect, test } from 'vitest';
import { findLanguage, languages } from '../../../shared/languages.ts';

describe('the list', () => {
  test('has more than 200 languages', () => {
    expect(languages.length).toBeGreaterThan(200);
    const withoutRegion = languages.filter(({ code }) => !code.includes('-'));
    expect(withoutRegion.length).toBeGreaterThanOrEqual(200);
  });

  test('has each code once, ignoring case', () => {
    const codes = languages.map(({ code }) => code.toLowerCase());
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('has valid BCP 47 codes in canonical form', () => {
    for (const { code } of languages) expect(Intl.getCanonicalLocales(code)).toEqual([code]);
  });

  test('has an English and a native name for each code, not the code itself', () => {
    for (const { code, name, nativeName } of languages) {
      expect(name).toMatch(/^\p{Script=Latin}[\p{Script=Latin}\p{M}’'ʼʻ() &-]+$/u);
      expect(nativeName).toMatch(/\p{L}/u);
      expect(nativeName).toBe(nativeName.trim());
      expect([name, nativeName]).not.toContain(code);
    }
  });

  test('has no two languages with the same English name', () => {
    const names = languages.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('is sorted by English name', () => {
    const names = languages.map(({ name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
  });

  test.each([
    ['en', 'English', 'English'],
    ['es', 'Spanish', 'español'],
    ['fr', 'French', 'français'],
    ['de', 'German', 'Deutsch'],
    ['zh-CN', 'Simplified Chinese', '简体中文'],
    ['zh-TW', 'Traditional Chinese', '繁體中文'],
    ['ja', 'Japanese', '日本語'],
    ['ko', 'Korean', '한국어'],
    ['ar', 'Arabic', 'العربية'],
    ['hi', 'Hindi', 'हिन्दी'],
    ['pt', 'Portuguese', 'português'],
    ['pt-BR', 'Brazilian Portuguese', 'português (Brasil)'],
  ])('has %s, which the specification names', (code, name, nativeName) => {
    expect(languages).toContainEqual({ code, name, nativeName });
  });
});

describe('findLanguage', () => {
  test('finds every language by its code, in any case, with _ for -', () => {
    for (const language of languages) {
      const { code } = language;
      const shapes = [code, code.toUpperCase(), code.toLowerCase(), ` ${code.replace('-', '_')}\n`];
      for (const shape of shapes) expect(findLanguage(shape)).toEqual(language);
    }
  });

  test.each([
    // Regions and variants that the list does not have, as WordPress writes them.
    ['de_DE', 'de'],
    ['de_DE_formal', 'de'],
    ['de_CH_informal', 'de-CH'],
    ['pt_PT_ao90', 'pt-PT'],
    ['nl_NL_formal', 'nl'],
    ['es_CL', 'es'],
    ['fr_BE', 'fr'],
    ['it_IT', 'it'],
    ['ru_RU', 'ru'],
    ['hi_IN', 'hi'],
    ['ko_KR', 'ko'],
    ['nb_NO', 'nb'],
    ['nn_NO', 'nn'],
    ['sr_RS', 'sr'],
    ['uz_UZ', 'uz'],
    ['zh_SG', 'zh-CN'],
    ['zh_HK', 'zh-HK'],
    // Scripts.
    ['zh', 'zh'],
    ['zh-Hans', 'zh-CN'],
    ['zh-Hans-CN', 'zh-CN'],
    ['zh-Hant-TW', 'zh-TW'],
    ['sr-Latn-RS', 'sr-Latn'],
    // Codes of other standards and outdated ones.
    ['iw', 'he'],
    ['iw_IL', 'he'],
    ['in', 'id'],
    ['ji', 'yi'],
    ['tl', 'fil'],
    ['mo', 'ro'],
    ['deu', 'de'],
    ['cmn', 'zh'],
    // Suffixes without meaning.
    ['fr-', 'fr'],
    ['fr--CA', 'fr'],
    ['ja-x-private', 'ja'],
  ])('understands %s as %s', (sent, code) => {
    expect(findLanguage(sent).code).toBe(code);
  });

  test.each(['', ' ', '-', '_', 'xx', 'qaa', 'klingon', 'english', '12', '🦊', '\u0000', '../de'])(
    'returns English for %j',
    (sent) => {
      expect(findLanguage(sent).code).toBe('en');
    },
  );

  test.each(['__proto__', 'constructor', 'zh-constructor', 'hasOwnProperty'])(
    'is not misled by %s',
    (sent) => {
      expect(['en', 'zh']).toContain(findLanguage(sent).code);
    },
  );

  test('handles a very long code without delay', () => {
    expect(findLanguage(`de${'-a'.repeat(1_000)}`).code).toBe('de');
  });
});
