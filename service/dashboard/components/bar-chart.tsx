import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';

/** The size of a plot in view box units; it is stretched to the width of its container. */
interface PlotSize {
  readonly width: number;
  readonly height: number;
}

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
export function layOutBars(series: readonly (readonly number[])[], size: PlotSize): Bars {
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

const chartSize = { width: 600, height: 120 };

/** One part of each bar, from the bottom up. */
interface Series {
  readonly label: string;
  readonly values: readonly number[];
}

interface BarChartProps {
  readonly title: string;
  /** A sentence that describes the plot for people who can't see it. */
  readonly summary: string;
  /** The column heading of the bars, such as "Day". */
  readonly stepLabel: string;
  /** The name of each bar. */
  readonly steps: readonly string[];
  /** Its numbers, with class `series-1`, `series-2`…; a plot of one series has no legend. */
  readonly series: readonly Series[];
  /** The sum of all series; null if there is only one series. */
  readonly sumLabel: string | null;
  readonly tableLabel: string;
  formatNumber(value: number): string;
}

/**
 * A bar chart and the same numbers as a table. The plot is stretched to the width of its container,
 * so all text is outside it. Values are in attributes and classes, because the content security
 * policy allows no inline styles.
 */
export function BarChart(props: BarChartProps) {
  const { title, steps, series, formatNumber } = props;
  const { paths, slots, lines, top } = layOutBars(
    series.map(({ values }) => values),
    chartSize,
  );
  return (
    <figure class="chart">
      <figcaption>
        {title}
        {series.length > 1 && (
          <ul class="legend">
            {series.map(({ label }, index) => (
              <li class={`series-${index + 1}`}>{label}</li>
            ))}
          </ul>
        )}
      </figcaption>
      <div class="chart-top" aria-hidden="true">
        {formatNumber(top)}
      </div>
      <svg
        viewBox={`0 0 ${chartSize.width} ${chartSize.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={props.summary}
      >
        <path class="line" d={lines.map((y) => `M0 ${y}H${chartSize.width}`).join('')} />
        {paths.map((path, index) => (
          <path class={`series-${index + 1}`} d={path} />
        ))}
        <path class="base" d={`M0 ${chartSize.height}H${chartSize.width}`} />
        {slots.map(({ x, width }, step) => (
          <rect class="hit" x={x} width={width} height={chartSize.height}>
            <title>{`${steps[step] ?? ''}: ${formatNumber(sumOf(series, step))}`}</title>
          </rect>
        ))}
      </svg>
      <div class="chart-steps" aria-hidden="true">
        <span>{steps[0]}</span>
        <span>{steps.at(-1)}</span>
      </div>
      <BarTable {...props} />
    </figure>
  );
}

/** The whole area of one bar. */
function sumOf(series: readonly Series[], step: number): number {
  return series.reduce((sum, { values }) => sum + (values[step] ?? 0), 0);
}

/** Newest first, like every list of the dashboard. */
function BarTable({ tableLabel, stepLabel, steps, series, sumLabel, formatNumber }: BarChartProps) {
  return (
    <details>
      <summary>{tableLabel}</summary>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{stepLabel}</th>
            {sumLabel !== null && <th scope="col">{sumLabel}</th>}
            {series.map(({ label }) => (
              <th scope="col">{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...steps.entries()].reverse().map(([step, name]) => (
            <tr>
              <th scope="row">{name}</th>
              {sumLabel !== null && <td>{formatNumber(sumOf(series, step))}</td>}
              {series.map(({ values }) => (
                <td>{formatNumber(values[step] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
