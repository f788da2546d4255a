import { expect, test } from 'vitest';
import { asOneImage, findMargins, findSentSize } from '../../../../service/images/sent-size.ts';

/** Sizes at each limit, and one pixel beside it; each also turned by 90 degrees. */
const sizes = [
  ...['1x1', '63x63', '64x64', '63x1023', '63x1024', '3x1023', '16x64', '15x65'],
  ...['1024x1024', '1025x1024', '1024x512', '1025x512', '4000x3000', '4000x2000', '4000x1999'],
  ...['2048x768', '2049x768', '2560x960', '2561x960', '3000x768', '4096x768', '4032x768'],
  ...['11x9000', '12x9000', '13x9000', '100x31808', '100x31809', '768x31808', '100x60000'],
  ...['1200x20000', '3000x30000', '1x16383', '700x2500', '640x1600'],
];

test('a size is scaled, enlarged or cut into parts so that models can read it', async () => {
  const lines = sizes.flatMap((size) => {
    const [long = 0, short = 0] = size.split('x').map(Number);
    return [[long, short] as const, [short, long] as const].map(([width, height]) => {
      const sent = findSentSize({ width, height });
      const { width: w, height: h } = asOneImage({ width, height });
      const parts = sent.parts.map((one) => `${one.width}x${one.height}+${one.left}+${one.top}`);
      const margins = Object.values(findMargins(sent)).join(' ');
      const text = `${width}x${height}: ${sent.width}x${sent.height}, margins ${margins}`;
      return parts.length > 0 ? `${text}, whole ${w}x${h}, parts ${parts.join(' ')}` : text;
    });
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('says/sent-sizes.txt');
});
