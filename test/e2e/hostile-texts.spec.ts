import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTexts, isPlainlyLinear, maxProcessorMs } from '../support/hostile-texts.ts';
import { expect, test } from './support/test.ts';

interface Row {
  readonly files: readonly string[];
  /** PHP that reads `$text`. */
  readonly read: string;
  /** The longest text that it gets, in bytes. */
  readonly length: number;
  /** Pieces of hostile texts. */
  readonly pieces: readonly string[];
}

const inTags = [
  '<a',
  '<script>',
  '<scr<script>',
  '<a src=',
  '<a "',
  "<a '",
  '< ',
  '<b>',
  '\u0000',
  '=',
];
const inHtml = [
  ...[
    '<img ',
    '<img "',
    '<a ',
    '<a>',
    '<figcaption>',
    '<img><figcaption>',
    '<!--',
    '<!-- wp:block {',
  ],
  ...['<!-- wp:image {"id":1,', '[gallery ', '[gallery ids=', '[caption]', '-', '\n'],
];

const table: Readonly<Record<string, Row>> = {
  'a text': {
    files: ['Core/Text'],
    read: `$c = 'Altscribe\\Core\\Text'; $c::to_plain_line( $text ); $c::tidy_spaces( $text ); $c::fold( $text ); $c::cut( $text );
      $c::cut_at_sentence( substr( $text, 0, 5000 ), 600 ); $c::cut_at_sentence( substr( $text, 0, 5000 ), 600, true );`,
    length: 100_000,
    pieces: inTexts,
  },
  'a text that is stored': {
    files: [],
    read: `Altscribe\\Core\\Text::clean( $text ); Altscribe\\Core\\Text::clean_long_text( $text );`,
    length: 100_000,
    pieces: inTags,
  },
  'the HTML of a caption, or the text in a file': {
    files: [],
    read: 'Altscribe\\Core\\Text::to_plain_text( $text );',
    length: 500_000,
    pieces: [...inTags, '[gallery]', '[caption]'],
  },
  'a text that is checked': {
    files: ['Checks/rules'],
    read: `Altscribe\\Checks\\Text_Checks::check( $text, array( 'language' => 'de_DE', 'caption' => $text, 'keywords' => $text,
      'file_name' => $text, 'title' => $text, 'others' => array( $text ), 'nearby' => array( 'before' => $text ) ) );`,
    length: 100_000,
    pieces: inTexts,
  },
  'the content of a post': {
    files: ['Posts/References', 'Posts/Content', 'Editor/Block_Editor'],
    read: 'Altscribe\\Editor\\Block_Editor::list_attachment_ids( $text );',
    length: 25_000,
    pieces: inHtml,
  },
  'an attribute of a block': {
    files: [],
    read: `Altscribe\\Posts\\References::list_references( '<!-- wp:acme/card ' . wp_json_encode( array( 'a' => "$text" ) ) . ' /-->' );`,
    length: 50_000,
    pieces: ['.jpg?', '.jpg', '.', '?', 'a', '-1x1'],
  },
  'a delimiter': {
    files: ['Posts/Alt_Attributes'],
    read: `$json = '<!-- wp:acme/card {"alt":"a",' . $text . '} /-->';
      Altscribe\\Posts\\Alt_Attributes::write_alt_json( $json, 'alt', 'b' );
      Altscribe\\Posts\\Alt_Attributes::restore_alt_json( '<!-- wp:acme/card {"a":1,' . $text . '"alt":"a"} /-->', 'alt', '' );
      Altscribe\\Posts\\Alt_Attributes::write_alt_source( "<img $text>", 'b' );`,
    length: 50_000,
    pieces: [' ', '"a":1,', '"', '[', '{"a":', ',', '\\"', '"a ', '='],
  },
  'the address of an image': {
    files: ['Library/Images'],
    read: `Altscribe\\Posts\\References::get_path_in_uploads( "http://example.org/$text" ); Altscribe\\Posts\\References::file_key( $text );`,
    length: 50_000,
    pieces: ['-1x1', '-1', '-', '.', '.a', '/', '?', '#', '-e1234567890', 'uploads/', '?\n'],
  },
  'a row of a CSV file': {
    files: ['Csv/Csv_File'],
    read: `$file = fopen( 'php://memory', 'w+b' ); fwrite( $file, $text ); rewind( $file );
      Altscribe\\Csv\\Csv_File::read_header( Altscribe\\Csv\\Csv_File::open( $file ) );
      Altscribe\\Csv\\Csv_File::read_record( array( '7', $text ), array( 'id', 'alt_text' ) );`,
    length: 50_000,
    pieces: ['"', "'", ' ', 'a', '"a', ',', '\r'],
  },
  'a glossary': {
    files: ['Core/Style'],
    read: "Altscribe\\Core\\Style::compose( '', $text );",
    length: 20_000,
    pieces: [' ', '→', '-', '\n', '- >'],
  },
};

/** Files whose patterns are not slow for any text from outside. */
const others: Readonly<Record<string, readonly string[]>> = {
  'what an administrator or developer configures': [
    'Core/Key_Origin',
    'Core/Languages',
    'Core/Settings',
    'Library/Image_Blocks',
  ],
  'a header or error of the service, of which each part is tried once': [
    'Batches/Failures',
    'Service/Responses',
  ],
  'a name or a class, of which each number is tried once': [
    'Editor/Rendered_Images',
    'Generation/Free_Texts',
    'Posts/Uses',
  ],
  'a few thousand characters': [
    'Generation/Context',
    'Posts/Fill',
    'Posts/Long_Descriptions',
    'Posts/Places',
    'Posts/Text_Counts',
  ],
};

for (const [name, { read, length, pieces }] of Object.entries(table)) {
  test(`${name} takes hardly any time, whatever it says`, async ({ site }) => {
    const measured = await site.php(
      `$slow = array();
      foreach ( $args['pieces'] as $piece ) {
        $start = substr( str_repeat( $piece, (int) ceil( $args['length'] / strlen( $piece ) ) ), 0, $args['length'] );
        foreach ( array( "$start\n", "a$start a" ) as $text ) {
          $best = INF;
          for ( $run = 0; $run < 10 && $best >= $args['limit'] / 2; $run++ ) {
            $before = getrusage();
            ${read}
            $after = getrusage();
            $best  = min( $best, 1000 * ( $after['ru_utime.tv_sec'] - $before['ru_utime.tv_sec'] ) + ( $after['ru_utime.tv_usec'] - $before['ru_utime.tv_usec'] ) / 1000 );
          }
          if ( $best >= $args['limit'] ) {
            $slow[ rawurlencode( $piece ) ] = round( $best );
          }
        }
      }
      echo wp_json_encode( (object) $slow );`,
      { length, pieces, limit: maxProcessorMs },
    );
    expect(JSON.parse(measured)).toEqual({});
  });
}

/** Patterns are in quotes, between slashes or tildes. */
const pattern = /(['"])([/~])((?:\\.|(?!\1)[^\\])*)\2([a-zA-Z]*)\1/g;

test('a text that is not valid UTF-8 is not lost', async ({ site }) => {
  const printed = await site.php(
    `$text = "=A b\\xFCcket  . ";
    $handle = fopen( 'php://memory', 'w+b' );
    Altscribe\\Csv\\Csv_File::write_row( $handle, array( $text ) );
    rewind( $handle );
    echo wp_json_encode( array(
      Altscribe\\Core\\Text::to_plain_line( $text ),
      Altscribe\\Core\\Text::tidy_spaces( $text ),
      Altscribe\\Core\\Text::fold( $text ),
      in_array( 'missing', Altscribe\\Checks\\Text_Checks::check( $text, array( 'language' => 'en' ) ), true ),
      Altscribe\\Core\\Style::compose( '', "pedelec \\u{2192} e-b\\xFCke" ),
      substr( fgets( $handle ), 0, 3 ),
    ) );`,
  );
  expect(JSON.parse(printed)).toEqual([
    '=A b\uFFFDcket .',
    '=A b\uFFFDcket  .',
    '=a b\uFFFDcket',
    false,
    // WordPress 6.8 removes the byte, 7.1 replaces it.
    expect.stringMatching(/^Say "pedelec", not "e-b.?ke"\.$/u),
    `"'=`,
  ]);
});

test('all files with patterns that may be slow are measured, or listed with a reason', () => {
  const folder = join(import.meta.dirname, '../../plugin/includes');
  const files = readdirSync(folder, { recursive: true })
    .map((path) => String(path))
    .filter((path) => path.endsWith('.php'))
    .filter((path) =>
      [...readFileSync(join(folder, path), 'utf8').matchAll(pattern)].some(
        ([, , , source = '', flags = '']) => !isPlainlyLinear(source, flags),
      ),
    )
    .map((path) => path.replace('.php', ''));
  const known = [
    ...Object.values(table).flatMap((row) => row.files),
    ...Object.values(others).flat(),
  ];
  expect(files.sort()).toEqual(known.sort());
});
