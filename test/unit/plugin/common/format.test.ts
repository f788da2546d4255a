// @vitest-environment jsdom
import { resetLocaleData, setLocaleData } from '@wordpress/i18n';
import { afterEach, describe, expect, it } from 'vitest';
import { findLanguage, languages } from '../../../../shared/languages.ts';
import {
  countCharacters,
  formatList,
  formatNumber,
  joinFacts,
  joinSentences,
  languageName,
  planName,
} from '../../../../plugin/src/common/format.ts';

afterEach(() => {
  document.documentElement.lang = '';
});

describe('formatNumber', () => {
  it("formats numbers in the screen's language", () => {
    document.documentElement.lang = 'de-DE';
    expect(formatNumber(12345)).toBe('12.345');
    document.documentElement.lang = 'en-US';
    expect(formatNumber(12345)).toBe('12,345');
  });
});

describe('formatList', () => {
  it("separates items as the screen's language does", () => {
    document.documentElement.lang = 'de-DE';
    expect(formatList(['eins', 'zwei', 'drei'])).toBe('eins, zwei und drei');
    document.documentElement.lang = 'ja';
    expect(formatList(['一', '二', '三'])).toBe('一、二、三');
  });
});

describe('languageName', () => {
  it.each([
    ['en-US', 'pt-BR', 'Brazilian Portuguese'],
    ['de-DE-formal', 'ja', 'Japanisch'],
    ['pt-PT-ao90', 'de', 'alemão'],
    ['', 'ko', 'Korean'],
  ])('on a screen in %s, %s is %s', (screen, code, name) => {
    document.documentElement.lang = screen;
    expect(languageName(findLanguage(code))).toBe(name);
  });

  it('has a name for every language', () => {
    for (const language of languages) {
      expect(languageName(language)).not.toBe(language.code);
    }
  });
});

describe('countCharacters', () => {
  it('counts visible characters', () => {
    expect(countCharacters('café')).toBe(4);
    expect(countCharacters('👩‍👩‍👧')).toBe(1);
    expect(countCharacters('')).toBe(0);
  });
});

describe('planName', () => {
  it('starts with a capital letter', () => {
    expect(planName('pro')).toBe('Pro');
    expect(planName('')).toBe('');
  });
});

describe('joinSentences', () => {
  it('ends each part once', () => {
    expect(joinSentences(['1 of 2', '', 'A question?', undefined, 'A sentence.', 'A boat'])).toBe(
      '1 of 2. A question? A sentence. A boat',
    );
  });
});

describe('joinFacts', () => {
  afterEach(() => {
    resetLocaleData();
  });

  it('leaves empty ones out', () => {
    expect(joinFacts(['AI', '', '23 Nov'])).toBe('AI · 23 Nov');
  });

  it('keeps each in its own direction from right to left', () => {
    setLocaleData({ 'text direction\u0004ltr': ['rtl'] });
    expect(joinFacts(['AI', '27 בנוב׳'])).toBe('\u2068AI\u2069 · \u206827 בנוב׳\u2069');
  });
});
