import type { ComponentChildren } from 'preact';
import { usePageContext } from './page-context.ts';

/** The size of a plot in view box units; it is stretched to the width of its container. */
export const chartSize = { width: 600, height: 120 };

/** The look of a series: a colour with a pattern or dashes, so it doesn't depend on colour alone. */
export type Look = 1 | 2 | 3 | 4;

/** One row of numbers in a chart. */
export interface Series {
  readonly label: string;
  /** One value for each step; absent where there is none. */
  readonly values: readonly (number | undefined)[];
  readonly look: Look;
}

/** The content of a chart, for the plot and for the table below it. */
export interface ChartContent {
  readonly title: string;
  /** A sentence that describes the plot for people who can't see it. */
  readonly summary: string;
  /** The column heading of the steps, such as "Day". */
  readonly stepLabel: string;
  /** The name of each step. */
  readonly steps: readonly string[];
  /** Its numbers; a plot of one series has no legend. */
  readonly series: readonly Series[];
  /** The column heading of the sum of all series, if the sum is useful. */
  readonly sumLabel?: string | undefined;
  /** Whether the table leaves out steps in which nothing happened. */
  readonly skipsEmptySteps?: boolean;
  readonly tableLabel: string;
  format(value: number): string;
}

interface ChartProps extends ChartContent {
  /** The value of the highest grid line. */
  readonly top: number;
  /** The heights of the grid lines. */
  readonly lines: readonly number[];
  /** The area of each step, from left to right. */
  readonly slots: readonly { readonly x: number; readonly width: number }[];
  readonly kind: 'bars' | 'lines';
  /** The plot. */
  readonly children: ComponentChildren;
}

/**
 * The frame of a chart and the same numbers as a table. The plot is stretched to the width of its
 * container, so all text is outside it. Values are in attributes and classes, because the content
 * security policy allows no inline styles.
 */
export function Chart({ children, top, lines, slots, kind, ...content }: ChartProps) {
  const { title, steps, series, format } = content;
  return (
    <figure class={`chart chart-${kind}`}>
      <figcaption>
        {title}
        {series.length > 1 && (
          <ul class="legend">
            {series.map(({ label, look }) => (
              <li class={`series-${look}`}>{label}</li>
            ))}
          </ul>
        )}
      </figcaption>
      <div class="chart-top" aria-hidden="true">
        {format(top)}
      </div>
      <svg
        viewBox={`0 0 ${chartSize.width} ${chartSize.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={content.summary}
      >
        <path class="line" d={lines.map((y) => `M0 ${y}H${chartSize.width}`).join('')} />
        {children}
        <path class="base" d={`M0 ${chartSize.height}H${chartSize.width}`} />
        {slots.map(({ x, width }, step) =>
          isEmpty(series, step) ? null : (
            <rect class="hit" x={x} width={width} height={chartSize.height}>
              <title>{describeStep(content, step)}</title>
            </rect>
          ),
        )}
      </svg>
      <div class="chart-steps" aria-hidden="true">
        <span>{steps[0]}</span>
        <span>{steps.at(-1)}</span>
      </div>
      <ChartTable {...content} />
    </figure>
  );
}

function isEmpty(series: readonly Series[], step: number): boolean {
  return series.every(({ values }) => !values[step]);
}

/** "20 Nov: 12", or "14:05: Answered 11, Failed 1" if the sum is not useful. */
function describeStep({ steps, series, sumLabel, format }: ChartContent, step: number): string {
  const name = steps[step] ?? '';
  if (sumLabel !== undefined || series.length === 1)
    return `${name}: ${format(sumOf(series, step))}`;
  const found = series.flatMap(({ label, values }) => {
    const value = values[step];
    return value ? [`${label} ${format(value)}`] : [];
  });
  return `${name}: ${found.join(', ')}`;
}

function sumOf(series: readonly Series[], step: number): number {
  return series.reduce((sum, { values }) => sum + (values[step] ?? 0), 0);
}

/** Newest first, like every list of the dashboard. */
function ChartTable({
  tableLabel,
  stepLabel,
  steps,
  series,
  sumLabel,
  skipsEmptySteps = false,
  format,
}: ChartContent) {
  const { none } = usePageContext().texts.chart;
  const shown = [...steps.entries()].filter(([step]) => !skipsEmptySteps || !isEmpty(series, step));
  return (
    <details>
      <summary>{tableLabel}</summary>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{stepLabel}</th>
            {sumLabel !== undefined && <th scope="col">{sumLabel}</th>}
            {series.map(({ label }) => (
              <th scope="col">{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.reverse().map(([step, name]) => (
            <tr>
              <th scope="row">{name}</th>
              {sumLabel !== undefined && <td>{format(sumOf(series, step))}</td>}
              {series.map(({ values }) => {
                const value = values[step];
                return <td>{value === undefined ? none : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/**
 * The patterns of the bars, once on each page with bar charts. Patterns are stretched with the plot,
 * which leaves them recognisable.
 */
export function ChartPatterns() {
  return (
    <svg class="patterns" width="0" height="0" aria-hidden="true" focusable="false">
      <Pattern look={2} size={6} d="M0 6L6 0M-1 1L1-1M5 7L7 5" />
      <Pattern look={3} size={4} d="M0 2H4" />
      <Pattern look={4} size={5} d="M0 0L5 5M-1 4L1 6M4-1L6 1" />
    </svg>
  );
}

interface PatternProps {
  readonly look: Look;
  readonly size: number;
  readonly d: string;
}

function Pattern({ look, size, d }: PatternProps) {
  return (
    <pattern
      id={`pattern-${look}`}
      class={`series-${look}`}
      width={size}
      height={size}
      patternUnits="userSpaceOnUse"
    >
      <path d={d} />
    </pattern>
  );
}
