// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { readEditedPost } from '../../../../plugin/src/common/edited-post.ts';

const screen = window as { wp?: unknown; altscribeMedia?: { ownKeywords?: string } };

afterEach(() => {
  delete screen.wp;
  delete screen.altscribeMedia;
  document.body.replaceChildren();
});

/** Opens the classic editor of post 5 with these fields. */
function open(fields: string, ownKeywords = ''): void {
  screen.wp = { media: { view: { settings: { post: { id: 5 } } } } };
  screen.altscribeMedia = { ownKeywords };
  document.body.innerHTML = fields;
}

const title = '<input id="title" value="A day at sea">';
const yoast = '<input id="yoast_wpseo_focuskw" value="sailing">';
const rankMath = '<input name="rank_math_focus_keyword" value="boats">';

it.each([
  ['no fields', '', '', { post_id: 5 }],
  ['a title', title, '', { post_id: 5, title: 'A day at sea' }],
  ['keywords', title + yoast, '', { post_id: 5, title: 'A day at sea', seo_keywords: 'sailing' }],
  ['empty keywords', yoast.replace('sailing', ''), '', { post_id: 5 }],
  [
    'keywords of the second plugin',
    yoast.replace('sailing', '') + rankMath,
    '',
    { post_id: 5, seo_keywords: 'boats' },
  ],
  ['keywords that have to wait for those for Altscribe', yoast, 'harbour', { post_id: 5 }],
])('reads the post on the screen with %s', (_name, fields, ownKeywords, expected) => {
  open(fields, ownKeywords);
  expect(readEditedPost()).toEqual(expected);
});

it('asks the block editor, if there is one', () => {
  open(title);
  const post = { post_id: 5, title: 'Unsaved' };
  Object.assign(screen.wp as object, { data: { select: () => ({ getPostContext: () => post }) } });
  expect(readEditedPost()).toBe(post);
});

it('finds none on other screens', () => {
  expect(readEditedPost()).toBeUndefined();
  open(title);
  screen.wp = { media: { view: { settings: { post: { id: 0 } } } } };
  expect(readEditedPost()).toBeUndefined();
});
