import { layOutBars } from './bars.ts';

const size = { width: 90, height: 20 };

/** A plot that is as small as a word: one bar for each value. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const [path] = layOutBars([values], size).paths;
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={label}
    >
      <path d={`M0 ${size.height - 0.5}H${size.width}`} class="base" />
      <path d={path} class="bars" />
    </svg>
  );
}
