// @vitest-environment jsdom
import { registerFormatType, RichTextData } from '@wordpress/rich-text';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  changeTextImage,
  listTextImages,
} from '../../../../../plugin/src/editor/image-blocks/text-images.ts';
import { defineBlock } from '../open-editor.ts';

const richText = { type: 'rich-text', source: 'rich-text' };

beforeAll(() => {
  defineBlock('core/paragraph', { content: richText, align: { type: 'string' } });
  defineBlock('core/table', {
    caption: richText,
    body: {
      type: 'array',
      source: 'query',
      query: { cells: { type: 'array', source: 'query', query: { content: richText } } },
    },
  });
  defineBlock('acme/quote', { text: { type: 'string', source: 'html' } });
  // As WordPress's own library of formats does.
  const shared = { title: 'Format', className: null, edit: () => null };
  registerFormatType('core/image', {
    ...shared,
    name: 'core/image',
    object: true,
    tagName: 'img',
    attributes: { className: 'class', style: 'style', url: 'src', alt: 'alt' },
  } as never);
  registerFormatType('core/link', {
    ...shared,
    name: 'core/link',
    tagName: 'a',
    attributes: { url: 'href' },
  } as never);
});

// Rich text writes the attributes first that its format does not know.
const img = (url: string, alt = '', more = '') =>
  `<img${more} class="wp-image-7" style="width: 20px;" src="${url}" alt="${alt}">`;
const rich = (html: string) => RichTextData.fromHTMLString(html);
const paragraph = (html: string) => listTextImages('core/paragraph', { content: rich(html) });

describe('listTextImages', () => {
  it.each([
    ['without a role', img('a.png'), false],
    ['with the role "none"', img('a.png', '', ' role="none"'), true],
    ['with the role, and a text', img('a.png', 'A', ' role="none"'), false],
    [
      'with the role, alone in a link',
      `<a href="/">${img('a.png', '', ' role="none"')}</a>`,
      false,
    ],
  ])('detects whether an image is decorative: %s', (_name, html, isDecorative) => {
    expect(paragraph(html)[0]?.image).toMatchObject({ isDecorative });
  });

  it('finds images between words, even after a letter of two code units', () => {
    const images = paragraph(`😀 A ${img('a.png', 'One')} and <strong>${img('b.png')}</strong>.`);
    expect(images).toMatchObject([
      { attribute: 'content', index: 0, image: { url: 'a.png', alt: 'One', attachmentId: 7 } },
      { attribute: 'content', index: 1, image: { url: 'b.png', alt: '' } },
    ]);
  });

  it('finds images in the cells of a table', () => {
    const body = [
      { cells: [{ content: rich('one') }] },
      { cells: [{ content: rich('two') }, { content: rich(img('a.png')) }] },
    ];
    const found = listTextImages('core/table', { body, caption: rich(img('b.png')) });
    expect(found.map(({ attribute }) => attribute)).toEqual(['caption', 'body.1.cells.1.content']);
  });

  it('finds images in a plain string', () => {
    const [found] = listTextImages('acme/quote', { text: `A ${img('a.png')}` });
    expect(found).toMatchObject({ attribute: 'text', image: { url: 'a.png' } });
  });

  it.each([
    ['alone in a link', `Go <a href="/x">${img('a.png')}</a>`, true, '/x', undefined],
    [
      'beside words in a link',
      `<a href="/x">Go ${img('a.png')} there</a>`,
      false,
      '/x',
      'Go there',
    ],
    ['beside a link', `<a href="/x">Go</a> ${img('a.png')}`, false, '', undefined],
  ])('reads an image %s', (_name, html, isLinked, linkTarget, linkText) => {
    const read = paragraph(html)[0]?.image;
    expect(read).toMatchObject({ isLinked, linkTarget });
    expect(read?.linkText).toBe(linkText);
  });

  it('reads the same attributes once', () => {
    const attributes = { content: rich(img('a.png')) };
    expect(listTextImages('core/paragraph', attributes)).toBe(
      listTextImages('core/paragraph', attributes),
    );
  });
});

describe('changeTextImage', () => {
  const html = `A <em>word</em> ${img('a.png', 'One')} ${img('b.png', '', ' width="9"')} end`;
  const change = (value: unknown, index: number, isDecorative: boolean, alt = 'Two') =>
    String(changeTextImage(value, index, { alt, isDecorative }));

  it.each([
    ['rich text', () => rich(html)],
    ['a string', () => html],
  ])('changes one alt text and nothing else, in %s', (_name, create) => {
    expect(change(create(), 1, false)).toBe(html.replace('alt=""', 'alt="Two"'));
    expect(change(create(), 0, false)).toBe(html.replace('One', 'Two'));
  });

  it('leaves gaps for positions without an image, as WordPress does', () => {
    const changed = changeTextImage(rich(html), 0, { alt: 'Two', isDecorative: false });
    const { replacements } = changed as RichTextData;
    expect(Object.keys(replacements)).toHaveLength(2);
  });

  it('marks and unmarks as decorative', () => {
    const marked = change(rich(html), 0, true, '');
    expect(marked).toContain(img('a.png', '', ' role="none"'));
    expect(paragraph(marked)[0]?.image).toMatchObject({ isDecorative: true, alt: '' });
    expect(change(rich(marked), 0, false, '')).toBe(html.replace('One', ''));
  });

  it('leaves a text unchanged if its image is gone', () => {
    const value = rich('No image');
    expect(changeTextImage(value, 0, { alt: 'Two', isDecorative: false })).toBe(value);
  });
});
