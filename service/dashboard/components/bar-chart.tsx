import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { Chart, chartSize, type ChartContent } from './chart.tsx';

/** Stacked bars, ready to draw. */
interface Bars {
  /** One path per series, in the same order, containing all its bars. */
  readonly paths: readonly string[];
  /** The area of each bar, from left to right, at full height. */
  readonly slots: readonly { readonly x: number; readonly width: number }[];
  /** Heights of the grid lines, without the base line. */
  readonly lines: readonly number[];
  /** The value of the top grid line. */
  readonly top: number;
}

/**
 * Lays out stacked bars: `series[i][j]` is the value of series `i` in bar `j`. A value above 0 is
 * at least one unit high to be visible.
 */
export function layOutBars(series: readonly (readonly number[])[], size: typeof chartSize): Bars {
  const bars = Array.from({ length: series[0]?.length ?? 0 }, (_, bar) => bar);
  const sums = bars.map((bar) => series.reduce((sum, values) => sum + (values[bar] ?? 0), 0));
  const x = scaleBand<number>().domain(bars).range([0, size.width]).paddingInner(0.25);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...sums)])
    .nice(4)
    .range([size.height, 0]);
  const stacked = stack<unknown, number, number>()
    .keys(series.keys())
    .value((_, key, bar) => series[key]?.[bar] ?? 0)(bars);
  const paths = stacked.map((layer) =>
    layer
      .flatMap(([from, to], bar) => {
        if (to <= from) return [];
        const left = round(x(bar) ?? 0);
        const right = round((x(bar) ?? 0) + x.bandwidth());
        const bottom = round(y(from));
        return [`M${left} ${bottom}V${Math.min(round(y(to)), bottom - 1)}H${right}V${bottom}Z`];
      })
      .join(''),
  );
  const ticks = y.ticks(4).filter((tick) => tick > 0 && Number.isInteger(tick));
  return {
    paths,
    slots: bars.map((bar) => ({ x: round(x(bar) ?? 0), width: round(x.bandwidth()) })),
    lines: ticks.map((tick) => round(y(tick))),
    top: ticks.at(-1) ?? 0,
  };
}

/** To a tenth of a unit: more digits would be invisible, and cost bytes. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const sparklineSize = { width: 90, height: 20 };

/** A plot as small as a word, with one bar per value. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const [path] = layOutBars([values], sparklineSize).paths;
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${sparklineSize.width} ${sparklineSize.height}`}
      role="img"
      aria-label={label}
    >
      <path d={`M0 ${sparklineSize.height - 0.5}H${sparklineSize.width}`} class="base" />
      <path d={path} class="bars" />
    </svg>
  );
}

/** A chart of stacked bars, from the first series up. */
export function BarChart(props: ChartContent) {
  const { paths, slots, lines, top } = layOutBars(
    props.series.map(({ values }) => values.map((value) => value ?? 0)),
    chartSize,
  );
  return (
    <Chart {...props} kind="bars" top={top} lines={lines} slots={slots}>
      {paths.map((path, index) => (
        <path class={`series-${props.series[index]?.look ?? 1}`} d={path} />
      ))}
    </Chart>
  );
}
