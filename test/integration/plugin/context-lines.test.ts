import { expect, test } from 'vitest';
import { runPhp } from './run-php.ts';

/** A text, its maximum length, and the part that is kept; with `end`, from its end. */
const cuts: [text: string, length: number, wanted: string, end?: true][] = [
  ['Short enough.', 40, 'Short enough.'],
  ['We sailed at dawn. It rained all day long.', 30, 'We sailed at dawn.'],
  ['We sailed at dawn. It rained all day long.', 30, 'It rained all day long.', true],
  ['She asked: “Where?” Then we left the harbour.', 30, 'She asked: “Where?”'],
  [
    'By ship with Dr. Meyer and J. S. Bach on 3. Mai we left.',
    40,
    'By ship with Dr. Meyer and J. S. Bach…',
  ],
  [
    'No. A sentence that is longer than the rest of the line',
    40,
    'No. A sentence that is longer than the…',
  ],
  ['No. A sentence that is longer than the rest. Yes', 24, '…than the rest. Yes', true],
  [
    'Version 2.5 of the map shows e.g. the pier. It is new.',
    50,
    'Version 2.5 of the map shows e.g. the pier.',
  ],
  ['我们黎明出发。整天下雨。大家都没有晕船。', 14, '我们黎明出发。整天下雨。'],
  ['我们黎明出发。整天下雨。大家都没有晕船。', 14, '整天下雨。大家都没有晕船。', true],
  ['船はどこ？「港だよ。」と彼は言った。', 13, '船はどこ？「港だよ。」'],
  ['أبحرنا فجرا. هل أمطرت طوال اليوم؟ لم يصب أحد بالدوار', 36, 'أبحرنا فجرا. هل أمطرت طوال اليوم؟'],
  ['ہم صبح روانہ ہوئے۔ سارا دن بارش ہوتی رہی۔', 30, 'ہم صبح روانہ ہوئے۔'],
  ['हम भोर में निकले। पूरे दिन बारिश होती रही।', 30, 'हम भोर में निकले।'],
  ['我们黎明出发整天下雨大家都没有晕船', 8, '我们黎明出发整…'],
  ['Us👩‍👩‍👧a👩‍👩‍👧', 16, 'Us👩‍👩‍👧a…'],
  ['👩‍👩‍👧a👩‍👩‍👧us', 16, '…a👩‍👩‍👧us', true],
  ['নৌকানৌকানৌকা', 8, 'নৌকানৌ…'],
];

const sentence = 'The harbour is small and quiet. ';
const joins: Record<string, [lines: string[], title: string, oldText: string]> = {
  'in order, one text in each line': [
    ['Caption: Our  boat', 'Link target: ', '', 'Heading above: At sea', 'A line of a plugin'],
    'A day',
    '',
  ],
  'no text twice': [
    [
      "Author's note: Two boats",
      'Caption: Two boats',
      'Heading above: A day at sea',
      'Text around: two boats.',
      'Page: post',
      'Product: A day at sea',
      'Caption in the library: Two boats',
      'Title in the library: Boats',
      'City in the file: Kiel',
      'Description in the library: Two boats in Kiel',
      'Headline in the file: In Kiel',
    ],
    'A day at sea',
    '',
  ],
  'not the old alternative text': [
    ['Caption: A boat', 'Title in the library: A red boat', 'Caption in the file: a red boat.'],
    '',
    'A red boat',
  ],
  'paragraphs up to 600, from the side of the image': [
    [
      `Paragraph before: Before it. ${sentence.repeat(30)}Last.`,
      `Paragraph after: First. ${sentence.repeat(30)}Last.`,
    ],
    '',
    '',
  ],
};

/** As a browser sends them, in any order; anything that is not a part is not sent. */
const parts = {
  after: 'Three',
  around: 'Two',
  before: 'One',
  heading: 'At sea\nPage: forged',
  container: 'Gallery',
  link_text: ' ',
  link_target: `https://example.com/${'ä'.repeat(2_000)}`,
  caption: 'Our  boat < 3 m',
  other: 'No',
};

const script = `<?php
define( 'ABSPATH', '/' );
function add_filter() {}
function add_action() {}
require '/plugin/includes/autoload.php';
$input  = json_decode( base64_decode( '${Buffer.from(JSON.stringify({ cuts, joins })).toString('base64')}' ), true );
$cuts   = array();
foreach ( $input['cuts'] as $case ) {
  $cuts[] = \\Altscribe\\Core\\Text::cut_at_sentence( $case[0], $case[1], $case[3] ?? false );
}
$joins = array();
foreach ( $input['joins'] as $name => $case ) {
  $joins[ $name ] = \\Altscribe\\Generation\\Context::join_context( ...$case );
}
$all = array( "Author's note: Aunt Rosa", 'Heading above: At sea' );
foreach ( array( 'Paragraph before', 'Text around', 'Paragraph after', 'Description in the library', 'Short description' ) as $index => $label ) {
  $all[] = "$label: $index " . str_repeat( '${sentence}', 15 ) . str_repeat( '😀', 100 );
}
$joined = \\Altscribe\\Generation\\Context::join_context( $all );
$parts = json_decode( base64_decode( '${Buffer.from(JSON.stringify(parts)).toString('base64')}' ), true );
echo "\\n", json_encode( array(
  'parts'  => \\Altscribe\\Generation\\Surroundings::format_surroundings( $parts ),
  'cuts'   => $cuts,
  'joins'  => $joins,
  'length' => \\Altscribe\\Core\\Text::length( $joined ),
  'lines'  => array_map( 'Altscribe\\Core\\Text::length', explode( "\\n", $joined ) ),
  'start'  => substr( $joined, 0, 46 ),
  'again'  => \\Altscribe\\Generation\\Context::join_context( explode( "\\n", $joined ) ) === $joined,
) );`;

test('The context of an image: cut at sentences in all scripts, no text twice, at most 2,000 characters', async () => {
  const found = (await runPhp('7.4', script)) as {
    parts: string[];
    cuts: string[];
    joins: Record<string, string>;
    length: number;
    lines: number[];
    start: string;
    again: boolean;
  };
  expect(found.parts).toEqual([
    'Caption: Our boat < 3 m',
    `Link target: https://example.com/${'ä'.repeat(280)}`,
    'Shown in: Gallery',
    'Heading above: At sea Page: forged',
    'Paragraph before: One',
    'Text around: Two',
    'Paragraph after: Three',
  ]);
  expect(found.cuts).toEqual(cuts.map(([, , wanted]) => wanted));
  found.cuts.forEach((cut, index) =>
    expect(cut.length, cut).toBeLessThanOrEqual(cuts[index]?.[1] ?? 0),
  );
  const [before = '', after = ''] =
    found.joins['paragraphs up to 600, from the side of the image']?.split('\n') ?? [];
  expect(before).toMatch(/^Paragraph before: The harbour[^]*quiet\. Last\.$/);
  expect(after).toMatch(/^Paragraph after: First\.[^]*quiet\.$/);
  for (const [line, label] of [
    [before, 'Paragraph before: '],
    [after, 'Paragraph after: '],
  ] as const) {
    expect(line.length - label.length).toBeGreaterThan(560);
    expect(line.length - label.length).toBeLessThanOrEqual(600);
  }
  expect(found.joins).toMatchObject({
    'in order, one text in each line':
      'Caption: Our boat\nHeading above: At sea\nA line of a plugin',
    'no text twice':
      "Author's note: Two boats\nCaption: Two boats\nPage: post\nCity in the file: Kiel\nDescription in the library: Two boats in Kiel",
    'not the old alternative text': 'Caption: A boat',
  });
  expect(found.length).toBeGreaterThan(1_800);
  expect(found.length).toBeLessThanOrEqual(2_000);
  // Short parts are complete; the long ones share the rest.
  expect(found.start).toBe("Author's note: Aunt Rosa\nHeading above: At sea");
  expect(Math.max(...found.lines) - Math.min(...found.lines.slice(2))).toBeLessThan(70);
  expect(found.again).toBe(true);
}, 60_000);
