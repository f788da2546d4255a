import { composed } from '../../shared/alt-text/script.ts';

/** PCRE before 10.40, in PHP 7.4 to 8.1, only knows the long names of scripts. */
const names: Readonly<Record<string, string>> = {
  ...{
    Arab: 'Arabic',
    Armn: 'Armenian',
    Beng: 'Bengali',
    Cakm: 'Chakma',
    Cans: 'Canadian_Aboriginal',
  },
  ...{ Cher: 'Cherokee', Cyrl: 'Cyrillic', Deva: 'Devanagari', Ethi: 'Ethiopic', Geor: 'Georgian' },
  ...{ Grek: 'Greek', Gujr: 'Gujarati', Guru: 'Gurmukhi', Hebr: 'Hebrew', Khmr: 'Khmer' },
  ...{
    Knda: 'Kannada',
    Laoo: 'Lao',
    Latn: 'Latin',
    Mlym: 'Malayalam',
    Mymr: 'Myanmar',
    Nkoo: 'Nko',
  },
  ...{ Olck: 'Ol_Chiki', Orya: 'Oriya', Rohg: 'Hanifi_Rohingya', Sinh: 'Sinhala', Syrc: 'Syriac' },
  ...{
    Taml: 'Tamil',
    Telu: 'Telugu',
    Tfng: 'Tifinagh',
    Thaa: 'Thaana',
    Tibt: 'Tibetan',
    Vaii: 'Vai',
  },
  ...{ Yiii: 'Yi' },
};

/** Any letter of a writing system. */
export function scriptPattern(script: string): RegExp {
  const parts = composed[script] ?? `\\p{Script=${names[script] ?? script}}`;
  // Newer versions also count punctuation that a script shares with others.
  return new RegExp(`(?=\\p{L})[${parts}]`, 'u');
}
