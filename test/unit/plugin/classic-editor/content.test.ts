// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { readImageContext } from '../../../../plugin/src/common/image-context.ts';
import {
  changeTag,
  findSurroundings,
  readContent,
  type ContentImage,
} from '../../../../plugin/src/classic-editor/content.ts';

function listImages(content: string): ContentImage[] {
  return readContent(content).items.filter((item) => item.type === 'image');
}

describe('readContent', () => {
  it('finds only images, however their tags are written', () => {
    const tags = [
      `<img class="alignnone wp-image-7 size-full" src="a.jpg" alt="A boat" />`,
      `<IMG SRC='b.jpg' ALT='It&#39;s > a "boat"'>`,
      '<img src=c.jpg alt=boat>',
      '<img src="d.jpg"',
    ];
    const content = [
      tags[0],
      '<!-- <img src="comment.jpg"> -->',
      '<script>"<img src=script.jpg>"</script><img alt="no address"><image-map src="e.jpg">',
      ...tags.slice(1),
    ].join('\n\n');
    const images = listImages(content);
    expect(images.map(({ url, alt, attachmentId }) => [url, alt, attachmentId])).toEqual([
      ['a.jpg', 'A boat', 7],
      ['b.jpg', 'It\'s > a "boat"', null],
      ['c.jpg', 'boat', null],
      ['d.jpg', '', null],
    ]);
    expect(images.map(({ start, end }) => content.slice(start, end))).toEqual(tags);
  });

  it('reads captions, links and marks', () => {
    const images =
      listImages(`[caption id="x" width="9"]<a href="/team"><img src="a.jpg"></a> Our <b>team</b>[/caption]
      <a href="/large.jpg" rel="attachment wp-att-7"><img src="a.jpg"></a>
      <figure><img src="b.jpg" role="none" alt=""><figcaption>In May</figcaption></figure>
      <a href="/shop"><img src="c.jpg" role="presentation" alt=""> Shop</a>`);
    expect(
      images.map(({ caption, isLinked, linkTarget, linkText, isDecorative }) => [
        caption,
        isLinked,
        linkTarget,
        linkText,
        isDecorative,
      ]),
    ).toEqual([
      ['Our team', true, '/team', '', false],
      ['', true, '', '', false],
      ['In May', false, '', '', true],
      ['', false, '/shop', 'Shop', true],
    ]);
  });

  it('finds galleries in document order, but no escaped ones', () => {
    const { items } = readContent(
      `[gallery]<img src="a.jpg">[[gallery ids="9"]][gallery ids="1,2" columns='2'][gallery-slider]`,
    );
    expect(items.map((item) => (item.type === 'gallery' ? item.attributes : item.url))).toEqual([
      '',
      'a.jpg',
      ` ids="1,2" columns='2'`,
    ]);
  });

  it('identifies the file of an image in any size', () => {
    const [one, two, other] = listImages(
      `<img class="wp-image-7" src="/a-300x200.jpg"><img class="wp-image-7" src="/a.jpg"><img src="/a.jpg">`,
    );
    expect(one?.identity).toBe(two?.identity);
    expect(other?.identity).not.toBe(one?.identity);
  });
});

it('finds the text around an image, as in the block editor', () => {
  const content = readContent(`<p>Intro</p><h2>Our team</h2><ul><li>We met</li></ul>
    <p>and <img src="a.jpg"> sang</p><p>[caption]<img src="b.jpg"> A boat[/caption]</p>
    <p> </p><p>Then home</p><h2>End</h2><img src="c.jpg"><h3>Later</h3><p>Nothing</p>`);
  const around = content.items.map(({ element }) =>
    readImageContext({ caption: '', linkTarget: '' }, findSurroundings(content.body, element)),
  );
  expect(around).toEqual([
    { heading: 'Our team', before: 'We met', around: 'and sang', after: 'Then home' },
    { heading: 'Our team', before: 'and sang', after: 'Then home' },
    { heading: 'End' },
  ]);
  expect(findSurroundings(content.body, null).after).toBe('Intro');
});

it.each([
  [
    '<img src="a.jpg" alt="old" title="alt=x" />',
    '<img src="a.jpg" alt="A &amp; &quot;b&quot;" title="alt=x" />',
  ],
  [`<IMG ALT='' src='a.jpg'>`, `<IMG alt="A &amp; &quot;b&quot;" src='a.jpg'>`],
  ['<img src=a.jpg alt>', '<img src=a.jpg alt="A &amp; &quot;b&quot;">'],
  ['<img src="a.jpg" role="none"', '<img alt="A &amp; &quot;b&quot;" src="a.jpg"'],
])('changes only the text in %s', (tag, changed) => {
  expect(changeTag(tag, 'A & "b"', false)).toBe(changed);
});

it('marks an image as decorative and removes the mark', () => {
  const marked = changeTag('<img src="a.jpg" alt="old">', '', true);
  expect(marked).toBe('<img src="a.jpg" alt="" role="none">');
  expect(changeTag(marked, '', false)).toBe('<img src="a.jpg" alt="">');
});
