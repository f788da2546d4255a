import { scaleBand, scaleLinear } from 'd3-scale';
import { round } from '../measure.ts';
import type { Result } from './results.ts';

const width = 720;
const rowHeight = 26;
const [labelWidth, valueWidth] = [230, 110];
const rateColumn = 'calls a second';

/** Calls a second as bars, one for each row; nothing where a part has measured something else. */
export function plotRates({ title, rows }: Result): string | undefined {
  const bars = rows.flatMap((row) => {
    const values = row as Readonly<Record<string, string | number>>;
    const rate = values[rateColumn];
    if (typeof rate !== 'number') return [];
    const name = [values['size'], values['callers'], values['who']].filter(Boolean).join(', ');
    return [{ name, rate, isOwn: name.includes('Altscribe') }];
  });
  if (bars.length === 0) return undefined;
  const height = bars.length * rowHeight;
  const x = scaleLinear()
    .domain([0, Math.max(...bars.map(({ rate }) => rate))])
    .range([0, width - labelWidth - valueWidth]);
  const y = scaleBand<number>().domain(bars.keys()).range([0, height]).padding(0.25);
  const drawn = bars.map(({ name, rate, isOwn }, n) => {
    const top = y(n) ?? 0;
    const middle = top + y.bandwidth() / 2;
    const length = Math.max(1, x(rate));
    return [
      `<text x="${labelWidth - 8}" y="${middle}" text-anchor="end">${name}</text>`,
      `<rect x="${labelWidth}" y="${top}" width="${length.toFixed(1)}" height="${y.bandwidth()}" fill="${isOwn ? '#1d5fbf' : '#8a8f98'}"/>`,
      `<text x="${(labelWidth + length + 6).toFixed(1)}" y="${middle}">${round(rate).toLocaleString('en')}</text>`,
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="13" dominant-baseline="central">
<title>${title}: calls a second</title>
<rect width="100%" height="100%" fill="#fff"/>
<g fill="#1e1e1e">
${drawn.join('\n')}
</g>
</svg>
`;
}
