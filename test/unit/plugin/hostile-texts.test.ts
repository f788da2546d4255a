// @vitest-environment jsdom
import type { DataRegistry } from '@wordpress/data';
import { describe, expect, it } from 'vitest';
import { changeTag, readContent } from '../../../plugin/src/classic-editor/content.ts';
import { toPlainText } from '../../../plugin/src/common/image-context.ts';
import { readFileName, withoutSize } from '../../../plugin/src/common/url-file-name.ts';
import { isAddressOf } from '../../../plugin/src/editor/post/attachments.ts';
import { readPageSignature } from '../../../plugin/src/editor/post/unedited-images.ts';
import { splitCsv } from '../../../plugin/src/media-page/import/preview-import.ts';
import { dashboardUrl } from '../../../plugin/src/settings/form.ts';
import {
  listFilesWithPatterns,
  maxProcessorMs,
  measureProcessorMs,
  repeat,
} from '../../support/hostile-texts.ts';

interface Row {
  files: readonly string[];
  read: (text: string) => unknown;
  /** The longest text that it gets, in UTF-16 code units. */
  length: number;
  /** Pieces of hostile texts. */
  pieces: readonly string[];
}

/** Posts may be longer, but jsdom takes its time for many elements. */
const inPosts = 100_000;

const table: Record<string, Row> = {
  'the content of a post': {
    files: ['plugin/src/classic-editor/content.ts'],
    read: readContent,
    length: inPosts,
    pieces: [
      ...[
        '<script>',
        '<style',
        '<SCRIPT<',
        '</script',
        '<textarea a',
        '<!--',
        '<img',
        '<img "',
        `<img '"`,
      ],
      ...[
        '[gallery ',
        '[gallery[',
        '[',
        '[[gallery',
        '[caption]',
        '[caption ',
        '[caption][',
        '[wp_caption]a',
      ],
    ],
  },
  'the tag of an image': {
    files: [],
    read: (text) => changeTag(`<img${text}`, 'A boat', true),
    length: inPosts,
    pieces: [' ', '\t=', 'a', 'a=', 'a ', 'a="', `a='"`, '=', '"', 'alt '],
  },
  'a rich text': {
    files: ['plugin/src/common/image-context.ts'],
    read: (text) => toPlainText(text.replaceAll('&', '')),
    length: inPosts,
    pieces: ['<br', ' ', '\n', 'a '],
  },
  'the address of an image': {
    files: ['plugin/src/common/url-file-name.ts', 'plugin/src/editor/post/attachments.ts'],
    read(text) {
      withoutSize(readFileName(text));
      isAddressOf({ file: '2026/boat.jpg' }, text);
    },
    length: inPosts,
    pieces: ['-1x1', '-1', '-', '.', '.a', '/', '?', '#', '-e1', '-scaled', '-e1234567890', '%'],
  },
  'the attributes of a block': {
    files: ['plugin/src/editor/post/unedited-images.ts'],
    read(text) {
      const blocks = {
        getBlockAttributes: () => ({ content: text }),
        getBlockName: () => 'core/paragraph',
        getBlockOrder: (id?: string) => (id === undefined ? ['a'] : []),
      };
      readPageSignature({ select: () => blocks } as unknown as DataRegistry);
    },
    length: inPosts,
    pieces: ['[a', '[', ']', '[a]'],
  },
  'a CSV file': {
    files: ['plugin/src/media-page/import/preview-import.ts'],
    read: (text) => splitCsv(text, 200),
    length: 500_000,
    pieces: ['"', 'a', '"a', '"" ', 'a,'],
  },
  'the address of a service': {
    files: ['plugin/src/settings/form.ts'],
    read: dashboardUrl,
    length: 100_000,
    pieces: ['/', 'a/', 'https://'],
  },
};

/** Files whose patterns are not slow for any text from outside. */
const others: Record<string, readonly string[]> = {
  'a code of a language': [
    'plugin/src/classic-editor/images.ts',
    'plugin/src/common/language-options.ts',
    'plugin/src/editor/post/current-post.ts',
  ],
  'what developers write about their blocks': ['plugin/src/editor/image-blocks/entries.ts'],
  'an address, of which each hyphen is tried up to the next one': [
    'plugin/src/classic-editor/fields.ts',
    'plugin/src/editor/post/places.ts',
  ],
  'a class or an attribute of an element, of which each space or number is tried once': [
    'plugin/src/classic-editor/wordpress.ts',
    'plugin/src/editor/image-blocks/text-images.ts',
  ],
  'an address of REST, which is tried once': ['plugin/src/common/api.ts'],
  'a type of files, of at most 100 characters': ['plugin/src/media-page/list/filter-bar.tsx'],
};

describe.each(Object.entries(table))('%s takes hardly any time', (_name, row) => {
  it.each(row.pieces)('%j', async (piece) => {
    const text = repeat(piece, row.length);
    expect(await measureProcessorMs(() => row.read(`${text}\n`))).toBeLessThan(maxProcessorMs);
    expect(await measureProcessorMs(() => row.read(`a${text}`))).toBeLessThan(maxProcessorMs);
  });
});

it('measures all files with patterns that may be slow, or lists the reason', () => {
  const known = [
    ...Object.values(table).flatMap(({ files }) => files),
    ...Object.values(others).flat(),
  ];
  expect(listFilesWithPatterns('plugin/src')).toEqual(known.sort());
});
