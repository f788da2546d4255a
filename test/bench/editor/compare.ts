import { median, round } from '../rounds.ts';

/** Milliseconds of four measurements, in this order, so changes on the machine affect both kinds. */
export interface Cycle {
  on: [number, number];
  off: [number, number];
}

const order = [
  ['on', 0],
  ['off', 0],
  ['off', 1],
  ['on', 1],
] as const;

/** Takes the four measurements of a cycle, a few of each kind of work. */
export async function takeCycle<Work extends string>(
  measure: (isOn: boolean) => Promise<Record<Work, number>>,
  works: readonly Work[],
): Promise<Record<Work, Cycle>> {
  const cycles = Object.fromEntries(
    works.map((work) => [work, { on: [NaN, NaN], off: [NaN, NaN] }]),
  ) as unknown as Record<Work, Cycle>;
  for (const [state, index] of order) {
    const times = await measure(state === 'on');
    for (const work of works) cycles[work][state][index] = times[work];
  }
  return cycles;
}

/**
 * The cost of the plugin: the median over cycles, and its 95% confidence interval. The control
 * compares the measurements without the plugin to each other, which shows how reliable the result
 * is.
 */
export function compareCycles(
  what: string,
  cycles: readonly Cycle[],
): Record<string, string | number> {
  const added = cycles.map(({ on, off }) => (on[0] + on[1] - off[0] - off[1]) / 2);
  const control = cycles.map(({ off }) => off[1] - off[0]);
  return {
    what,
    with: round(median(cycles.flatMap(({ on }) => on))),
    without: round(median(cycles.flatMap(({ off }) => off))),
    'plugin adds': round(median(added)),
    '95%': range(added),
    control: round(median(control)),
    '95% of control': range(control),
  };
}

/** By bootstrapping: medians of samples drawn repeatedly from the values. */
function range(values: readonly number[]): string {
  const draw = () => values[Math.floor(Math.random() * values.length)] ?? NaN;
  const medians = Array.from({ length: 2_000 }, () => median(values.map(draw)));
  const sorted = medians.toSorted((one, other) => one - other);
  return `${round(sorted[50] ?? NaN)} to ${round(sorted[1_949] ?? NaN)}`;
}
