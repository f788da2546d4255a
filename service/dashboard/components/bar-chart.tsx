import { layOutBars } from './bars.ts';

const size = { width: 600, height: 120 };

/** One part of each bar, from the bottom up. */
export interface Series {
  readonly label: string;
  readonly values: readonly number[];
}

export interface BarChartProps {
  readonly title: string;
  /** What stands in the plot, in a sentence, for who cannot see it. */
  readonly summary: string;
  /** What each bar is of: a day. The heading of that column. */
  readonly stepLabel: string;
  /** The name of each bar. */
  readonly steps: readonly string[];
  /** Its numbers by class `series-1`, `series-2`…; a plot of one series has no legend. */
  readonly series: readonly Series[];
  /** The sum of all series; null where there is one series only. */
  readonly sumLabel: string | null;
  readonly tableLabel: string;
  formatNumber(value: number): string;
}

/**
 * A plot of bars, and the same numbers as a table. The plot is stretched to the width of its place,
 * so that all text stands beside it. What it shows stands in attributes and classes, because the
 * content security policy allows no inline styles.
 */
export function BarChart(props: BarChartProps) {
  const { title, steps, series, formatNumber } = props;
  const { paths, slots, lines, top } = layOutBars(
    series.map(({ values }) => values),
    size,
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
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={props.summary}
      >
        <path class="line" d={lines.map((y) => `M0 ${y}H${size.width}`).join('')} />
        {paths.map((path, index) => (
          <path class={`series-${index + 1}`} d={path} />
        ))}
        <path class="base" d={`M0 ${size.height}H${size.width}`} />
        {slots.map(({ x, width }, step) => (
          <rect class="hit" x={x} width={width} height={size.height}>
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

/** The whole of one bar. */
function sumOf(series: readonly Series[], step: number): number {
  return series.reduce((sum, { values }) => sum + (values[step] ?? 0), 0);
}

/** Newest first, as every list of the dashboard. */
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
