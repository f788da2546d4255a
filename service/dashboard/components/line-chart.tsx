import { scaleLinear, scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { Chart, chartSize, type ChartContent } from './chart.tsx';

type Values = readonly (number | undefined)[];

/** Lines, ready to draw. */
interface Lines {
  /** One path per series; gaps where there is no value. */
  readonly paths: readonly string[];
  readonly slots: readonly { readonly x: number; readonly width: number }[];
  /** Heights of the grid lines, without the base line. */
  readonly grid: readonly number[];
  /** The value of the top grid line. */
  readonly top: number;
}

/** Lays out lines from 0 up: `series[i][j]` is the value of series `i` in step `j`. */
export function layOutLines(series: readonly Values[], size: typeof chartSize): Lines {
  const steps = Array.from({ length: series[0]?.length ?? 0 }, (_, step) => step);
  const highest = Math.max(0, ...series.flat().filter((value) => value !== undefined));
  const x = scalePoint<number>().domain(steps).range([0, size.width]).padding(0.5);
  const y = scaleLinear()
    .domain([0, highest || 1])
    .nice(4)
    .range([size.height, 0]);
  const draw = line<number | undefined>()
    .defined((value) => value !== undefined)
    .x((_, step) => x(step) ?? 0)
    .y((value) => y(value ?? 0))
    .digits(1);
  const ticks = y.ticks(4).filter((tick) => tick > 0);
  return {
    paths: series.map((values) => drawDots(draw([...values]) ?? '')),
    slots: steps.map((step) => ({
      x: round((x(step) ?? 0) - x.step() / 2),
      width: round(x.step()),
    })),
    grid: ticks.map((tick) => round(y(tick))),
    top: ticks.at(-1) ?? 0,
  };
}

/** Draws a single value between gaps as a short line, because a point is hardly visible. */
function drawDots(path: string): string {
  return path.replaceAll(/M([\d.]+),([\d.]+)Z/g, (_, x, y) => `M${round(Number(x) - 2)},${y}h4`);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A chart of lines: the first is solid, the second dashed. */
export function LineChart(props: ChartContent) {
  const { paths, slots, grid, top } = layOutLines(
    props.series.map(({ values }) => values),
    chartSize,
  );
  return (
    <Chart {...props} kind="lines" top={top} lines={grid} slots={slots}>
      {paths.map((path, index) => (
        <path class={`series-${props.series[index]?.look ?? 1}`} d={path} />
      ))}
    </Chart>
  );
}
