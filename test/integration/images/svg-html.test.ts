import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawHtmlAsText } from '../../../service/images/svg-html.ts';
import { svgOf } from '../../support/special-images.ts';
import { sentImage } from '../../support/images.ts';

const size = 'width="200" height="100" viewBox="0 0 200 100"';
const div = '<div xmlns="http://www.w3.org/1999/xhtml"';
const extensibility = 'requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"';

/** The markup of draw.io for words in a box of 120 × 60 at 40, 20, and behind the drawing. */
const drawio = (words: string, instead: string) =>
  svgOf(
    `<g><switch><foreignObject pointer-events="none" width="100%" height="100%" ${extensibility}
      style="overflow: visible; text-align: left;">${div} style="display: flex; align-items: unsafe
      center; justify-content: unsafe center; width: 118px; height: 1px; padding-top: 50px;
      margin-left: 41px;"><div data-drawio-colors="color: rgb(0, 0, 0); " style="box-sizing:
      border-box; font-size: 0px; text-align: center;"><div style="display: inline-block;
      font-size: 12px; font-family: Helvetica; color: light-dark(#ff0000, #ffffff); line-height: 1.2;
      white-space: normal;">${words}</div></div></div></foreignObject>${instead}</switch></g>
    <switch><g ${extensibility}/><a transform="translate(0,-5)" target="_blank"><text
      text-anchor="middle" font-size="10px" x="50%" y="100%">Text is not SVG - cannot display</text></a></switch>`,
    size,
  );

const mermaid = (label: string, css = '') =>
  svgOf(
    `<style>.label text,span{fill:#00f;color:#00f}${css}</style><g class="node"
      transform="translate(100, 50)"><rect x="-60" y="-27" width="120" height="54" fill="#fff"/><g
      class="label" transform="translate(-30, -12)"><foreignObject width="60" height="24">${div}
      style="display: table-cell; white-space: nowrap; line-height: 1.5; text-align: center;">${label}</div>
      </foreignObject></g></g>`,
    size,
  );

/** How many pixels of an area are red, blue and black, in this order. */
async function inked(
  svg: string,
  area: { left: number; top: number; width: number; height: number },
) {
  const drawn = await sharp(await sentImage(Buffer.from(svg)))
    .resize(200, 100)
    .extract(area)
    .removeAlpha()
    .raw()
    .toBuffer();
  let [red, blue, black] = [0, 0, 0];
  for (let at = 0; at < drawn.length; at += 3) {
    const [r = 0, g = 0, b = 0] = drawn.subarray(at, at + 3);
    if (g > 180) continue;
    if (r > b + 15) red += 1;
    else if (b > r + 15) blue += 1;
    else black += 1;
  }
  return [red, blue, black];
}

const middle = { left: 41, top: 38, width: 118, height: 24 };
const bottom = { left: 0, top: 80, width: 200, height: 20 };

describe('words in HTML become text', () => {
  test.each([
    ['with words instead', '<text x="100" y="54">A long text...</text>'],
    ['with a picture instead', '<image x="41" y="43" width="118" height="17" href="data:,"/>'],
    ['with nothing instead', ''],
  ])('of draw.io, %s, and not its note', async (_case, instead) => {
    const [red = 0, , black] = await inked(drawio('Order &amp; pay', instead), middle);
    expect(red).toBeGreaterThan(50);
    expect(black).toBe(0);
    expect(await inked(drawio('', instead), bottom)).toEqual([0, 0, 0]);
  });

  test('of Mermaid, in the colour of its style sheet', async () => {
    const [, blue = 0] = await inked(
      mermaid('<span class="nodeLabel"><p>Start</p></span>'),
      middle,
    );
    expect(blue).toBeGreaterThan(50);
  });

  test.each([
    ['paragraphs, line breaks and lists', '<p>One</p>two<br/>three<ul><li>four</li></ul>'],
    ['hidden words', '<b>One</b><br/>two<hr/>three<p style="display:none">0<i>0</i></p>• four'],
    [
      'a table and a comment',
      '<table><tr><td>One</td></tr></table>two<br/><!-- <p> -->three<p>• four</p>',
    ],
  ])('%s', (_case, html) => {
    const drawn = drawHtmlAsText(mermaid(html));
    expect([...drawn.matchAll(/<text[^>]*>([^<]*)</g)].map(([, words]) => words)).toEqual([
      'One',
      'two',
      'three',
      '• four',
    ]);
  });

  test('breaks lines that are too wide', () => {
    const drawn = drawHtmlAsText(
      drawio('one sentence that is wider than the box of 118 pixels', ''),
    );
    const lines = [...drawn.matchAll(/<text x="([\d.]+)" y="([\d.]+)" text-anchor="middle"/g)];
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.map(([, x]) => x)).toEqual(lines.map(() => '100'));
    const heights = lines.map(([, , y]) => Number(y));
    expect((Math.min(...heights) + Math.max(...heights)) / 2).toBeCloseTo(54.7, 0);
  });

  test('does not break lines where only the source does', () => {
    const draw = (words: string) =>
      drawHtmlAsText(
        svgOf(`<foreignObject width="160" height="60">${div}>${words}</div></foreignObject>`, size),
      );
    expect(draw('One\ntwo')).toBe(draw('One two'));
    expect(draw('One two')).toContain('One two');
  });

  test('escapes them', async () => {
    const drawn = drawHtmlAsText(
      mermaid('1 &lt; 2 &amp;amp; "3" <font color="red&quot;/&gt;">4</font>'),
    );
    expect(drawn).toContain('1 &lt; 2 &amp;amp; ');
    await sentImage(Buffer.from(drawn));
  });

  test('with the prefix of the drawing', async () => {
    const svg = `<s:svg xmlns:s="http://www.w3.org/2000/svg" ${size}><s:foreignObject x="20" y="20"
      width="160" height="60">${div} style="font-size:30px;color:#f00">Words</div></s:foreignObject></s:svg>`;
    const [red = 0] = await inked(svg, { left: 20, top: 20, width: 160, height: 40 });
    expect(red).toBeGreaterThan(100);
  });
});

test('words keep their place and style', async () => {
  const inside = (html: string, attributes = 'x="10" y="20" width="160" height="60"') =>
    `<foreignObject ${attributes}>${html}</foreignObject>`;
  const styled = (style: string, html = 'One <i>two</i> three') =>
    inside(`${div} style="${style}">${html}</div>`);
  const parts = [
    inside('One'),
    inside('One', 'width="50%" height="100%"'),
    inside('One', 'x="10%" y="10%" width="3em" height="2em" transform="rotate(90)"'),
    inside('One', 'style="display:none"'),
    inside('One', 'style="visibility: hidden" width="9" height="9"'),
    inside('<b>One</b> <strong>two</strong><h1>three</h1><h6>four</h6><th>five</th>'),
    inside('<pre>One  two\nthree</pre><p>four\nfive</p>'),
    inside('<font color="red">One</font><p color="#00f" style="color: green">two</p>'),
    inside('<p style="COLOR : blue;; bad; : x">One</p>'),
    ...['px', 'pt', 'em', 'rem', '%', 'vw', ''].map((unit) =>
      styled('font-size:20px', `<p style="font-size:12${unit}">One<p>two</p></p>`),
    ),
    ...['center', 'right', 'end', 'left'].map((align) => styled(`text-align:${align}`)),
    ...['center', 'flex-end'].map((align) =>
      styled(`display:flex;justify-content:${align};align-items:${align};width:90px;height:40px`),
    ),
    styled('display:flex;width:50%;height:50%;margin-left:5px;padding-top:7px'),
    styled('font-family:Arial;font-style:italic;font-weight:600;white-space:nowrap'),
    styled('color:light-dark(rgb(1, 2, 3), #fff);font-family:&quot;a&lt;b&quot;'),
    styled('color:light-dark(#123456, #fff)'),
    ...['0.9', '1', '1.7', '2', '2.1', 'normal'].map((height) =>
      styled(`line-height:${height}`, 'One<br/>two'),
    ),
    styled('', Array.from({ length: 6 }, (_, n) => `Line ${n}`).join('<br/>')),
    styled('', Array.from({ length: 30 }, (_, n) => `Line ${n}`).join('<br>')),
    styled('', 'A sentence that is wider than its box, and 一个没有空格但是很长很长的句子。'),
    styled('white-space:pre-wrap', 'A sentence that is wider than its box\nand ends'),
    styled('', '<ul><li>One<ul><li>two</li></ul></li></ul><ol><li>three</li></ol><hr/>four'),
    styled('', '<table><tr><th>One</th><td>two</td></tr></table><div><br/></div>three'),
    styled('', '<script>x</script><style>y</style><template>z</template><title>t</title>One'),
  ];
  const drawn = parts.map((part) => `${part}\n  ${drawHtmlAsText(svgOf(part, size))}`);
  await expect(`${drawn.join('\n')}\n`).toMatchFileSnapshot('says/svg-html.txt');
});

test('refuses more than three million characters', () => {
  const start = '<svg><foreignObject>x</foreignObject><!--';
  const most = `${start.padEnd(3_000_000 - 9, '-')}--></svg>`;
  expect(most).toHaveLength(3_000_000);
  expect(drawHtmlAsText(most)).not.toContain('foreignObject');
  expect(() => drawHtmlAsText(`${most} `)).toThrow('too long');
});

test.each([
  [
    'of another program',
    '<foreignObject requiredExtensions="http://ns.adobe.com/" width="9" height="9">x</foreignObject>',
  ],
  ['in a comment', '<!-- <foreignObject><p>x</p></foreignObject> -->'],
  ['in a string', '<style><![CDATA[ <foreignObject><p>x</p></foreignObject> ]]></style>'],
  ['that does not end', '<foreignObject><p>x</p>'],
  ['whose tag does not end', '<foreignObject width="9'],
])('leaves HTML %s', (_case, content) => {
  expect(drawHtmlAsText(svgOf(content))).toBe(svgOf(content));
});

test.each([
  ['a picture', '<img src="data:image/png;base64,AAAA"/>'],
  ['a drawing', '<p><svg xmlns="http://www.w3.org/2000/svg"/></p>'],
  ['a formula', '<math><mi>x</mi></math>'],
  ['a megabyte', `<p>${'x '.repeat(500_000)}</p>`],
])('refuses HTML with %s', async (_case, html) => {
  await expect(sentImage(Buffer.from(mermaid(html)))).rejects.toThrow(
    'The SVG contains HTML that we cannot draw. Export it as PNG and send that.',
  );
});
