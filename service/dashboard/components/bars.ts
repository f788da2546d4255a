import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';

/** The size of a plot in units of its view box; it is drawn as wide as its place. */
export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** Stacked bars, ready to be drawn. */
export interface Bars {
  /** One path for each series, in the same order, all bars in it. */
  readonly paths: readonly string[];
  /** Where each bar is, from left to right, whole height. */
  readonly slots: readonly { readonly x: number; readonly width: number }[];
  /** Heights of the lines to read values by, without the base line. */
  readonly lines: readonly number[];
  /** The value of the highest line. */
  readonly top: number;
}

/**
 * Lays out bars that stand on each other: `series[i][j]` is the value of series `i` in bar `j`. A
 * value above 0 is at least one unit high, so that it is seen.
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

/** To a tenth of a unit: more digits are not seen, and cost bytes. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
