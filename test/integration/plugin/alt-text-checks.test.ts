import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingName, type Finding } from '../../../plugin/src/common/findings.ts';
import { rulesFile, versionFile } from '../../../plugin/rules/rule-files.ts';
import { checkAltText } from '../../../shared/alt-text/checks.ts';
import {
  fillers,
  kinds,
  linkWords,
  placeholders,
  subjects,
} from '../../../shared/alt-text/vague.ts';
import { matchLanguage } from '../../../shared/match-language.ts';
import { readLabelledTexts } from '../../support/labelled-texts.ts';
import { checkInPhp, type TextToCheck } from './check-in-php.ts';
import { runPhp } from './run-php.ts';

/** Patterns that the checks look for, and misleading ones. */
const pieces = [
  ...[...kinds, ...subjects, ...placeholders, ...linkWords, ...fillers],
  ...[
    'Image of',
    'Foto de',
    'Bild von',
    '写真は',
    '的图片',
    'صورة ل',
    'की तस्वीर',
    'image',
    'I’m sorry, I',
  ],
  ...[
    'red bicycle',
    'Fahrrad',
    'eine Frau',
    'велосипед',
    '自転車',
    '黑猫坐在窗台上',
    'จักรยาน',
    'ποδήλατο',
  ],
  ...[
    ', ',
    ' | ',
    ' — ',
    '、',
    ';',
    '#tag',
    'tags:',
    '_',
    '-',
    '.jpg',
    'IMG_',
    '2034',
    '🚲',
    '’s',
    '.',
    '\n',
  ],
  ...['and', 'und', 'oder', ' y ', 'i', '\u00a0', '  ', '{{alt}}', 'ÄÖÜ', 'Straße'],
];

const languages = [
  'en',
  'en_GB',
  'de_DE_formal',
  'es',
  'fr',
  'pt-BR',
  'zh_TW',
  'zh-Hans',
  'ja',
  'ko',
];

const madeText: fc.Arbitrary<TextToCheck> = fc.record({
  text: fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.constant(' ')), { maxLength: 40 })
    .map((parts) => parts.join(' ').replaceAll('  ', '')),
  surroundings: fc.record({
    language: fc.constantFrom(...languages, 'ar', 'hi', 'ru', 'sr', 'th', 'el', 'xx'),
    caption: fc.constantFrom('', 'Red Bicycle.', '自転車'),
    nearby: fc.constantFrom({}, { before: 'A red bicycle leans against the wall of a shop' }),
    keywords: fc.constantFrom('', 'red bicycle, Fahrrad'),
    others: fc.constantFrom([], ['image', '']),
    translations: fc.constantFrom(
      [],
      [{ text: '', language: 'de_DE' }],
      [
        { text: 'image', language: 'en_US' },
        { text: 'und', language: 'de_AT' },
      ],
    ),
    fileName: fc.constantFrom('', 'red-bicycle-1.jpg', 'Straße_und.jpeg', 'ÄÖÜ.png'),
    title: fc.constantFrom('', 'Red_Bicycle', 'eine Frau', '自転車', 'велосипед (2)'),
    isLinked: fc.boolean(),
    isDecorative: fc.boolean(),
  }),
});

/** Names of files, and texts that may be the same in words. */
const named: TextToCheck[] = [
  ...[
    ['red hibiscus closeup', 'Red-Hibiscus_closeup-300x200.jpg'],
    ['Image Alignment 1200x4002', 'image-alignment-1200x4002.jpg'],
    ['Grüne Tür, Straße', 'gruene-tuer-strasse-1-scaled.jpeg'],
    ['Grüne Tür', 'Grune-Tur-e1700000000000.webp'],
    ['Ærø smørrebrød', 'aero-smorrebrod-(2).png'],
    ['красный гибискус', 'Красный_гибискус-2.jpg'],
    ['Λόγος και φως', 'λόγος-και-φως.jpg'],
    ['ΛΌΓΟΣ ΚΑΙ ΦΩΣ', 'λόγος-και-φως.jpg'],
    ['İstanbul boğazı', 'istanbul-bogazi.jpg'],
    ['लाल साइकिल', 'लाल-साइकिल.jpg'],
    ['红色木槿花特写', '红色木槿花特写.jpg'],
    ['사진 속 자전거', '사진-속-자전거.jpg'],
    ['RedHibiscusCloseup', 'redHibiscusCloseup.jpg'],
    ['Windmill', 'windmill.jpg'],
    ['WordPress', 'wordpress.svg'],
    ['boats12', 'boats12.jpg'],
    ['🚲 🚲', '🚲-🚲.jpg'],
    ['a hibiscus', 'red-hibiscus.jpg'],
  ].map(([text = '', fileName = '']) => ({ text, surroundings: { language: 'en', fileName } })),
  ...[
    'Windmill',
    'ok',
    'Ünïcode',
    'e\u0301te\u0301',
    '猫',
    '東京タワー',
    'ねこ',
    '나무',
    'Mum’s',
    '42',
    'IMG',
  ].map((text) => ({ text, surroundings: { language: 'ja' } })),
];

/** Deterministic, so a failure can be reproduced. */
const made = fc.sample(madeText, { numRuns: 4000, seed: 11 });

/** All texts, and the findings of the scripts. */
const checked = [...readLabelledTexts(), ...named, ...made].map(({ text, surroundings }) => ({
  text,
  surroundings,
  script: checkAltText(text, {
    ...surroundings,
    language: matchLanguage(surroundings.language),
  }),
}));

test.each([
  ['rules.php', rulesFile],
  ['version.php', versionFile],
])('PHP has the %s of the scripts', async (name, content) => {
  const file = join(import.meta.dirname, '../../../plugin/includes/Checks', name);
  expect(await readFile(file, 'utf8'), 'Run "npm run rules".').toBe(content());
});

test('PHP has the same names for the findings as the scripts', async () => {
  const all: Record<Exclude<Finding, 'missing' | 'linked-without-text'>, true> = {
    ...{ refusal: true, 'wrong-language': true, 'wrong-script': true, 'file-name': true },
    ...{ 'repeats-caption': true, 'repeats-nearby': true, 'repeats-other': true },
    ...{ 'sounds-inferred': true, 'keyword-stuffing': true, 'too-long': true, long: true },
    ...{ vague: true, 'too-short': true, 'single-word': true, 'redundant-phrase': true },
  };
  const findings = Object.keys(all) as Finding[];
  const names = await runPhp(
    '8.3',
    `<?php
define( 'ABSPATH', '/' );
function __( $text ) { return $text; }
require '/plugin/includes/autoload.php';
echo json_encode( array_map( 'Altscribe\\Library\\Findings::finding_name', explode( ' ', '${findings.join(' ')}' ) ) );`,
  );
  expect(names).toEqual(findings.map(findingName));
});

test.each(['7.4', '8.3'])(
  'PHP %s has the same findings as the scripts in every text',
  async (version) => {
    const found = (await checkInPhp(version, checked)) as string[][];
    const differing = checked
      .map((text, index) => ({ ...text, php: found[index] }))
      .filter(({ php, script }) => String(php) !== String(script));
    expect(differing).toEqual([]);
  },
  60_000,
);
