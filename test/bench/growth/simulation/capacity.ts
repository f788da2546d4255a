import { sumOfMeans, type Recording } from '../recording.ts';
import { simulate, type Outcome } from './simulate.ts';
import type { Layout } from './world.ts';

/** What the service may add to a call, in milliseconds: all but one in a hundred. */
export const mostAddedMs = 50;

const steps = 5;
const seed = 1;
/** So many calls count, after a third as many that do not. */
const calls = 8_000;

/** How many calls a second the processors could do if nobody ever waited. */
export function bound({ serviceMs, statements }: Recording, layout: Layout): number {
  const { processes, serviceCores = processes, databaseCores } = layout;
  return Math.min(
    (serviceCores * 1_000) / sumOfMeans(serviceMs),
    (databaseCores * 1_000) / sumOfMeans(statements.map(({ databaseMs }) => databaseMs)),
  );
}

/** The most calls a second, as they come, to which the service adds no more than `mostAddedMs`. */
export function capacity(recording: Recording, layout: Layout): Outcome {
  let [low, high] = [0, bound(recording, layout)];
  let best: Outcome | undefined;
  for (let n = 0; n < steps; n += 1) {
    const perSecond = (low + high) / 2;
    const ms = (calls * 1_000) / perSecond;
    const outcome = simulate(recording, layout, { perSecond }, { warmUpMs: ms / 3, ms, seed });
    if (outcome.added.p99 <= mostAddedMs) [low, best] = [perSecond, outcome];
    else high = perSecond;
  }
  if (!best) throw new Error('Not even the smallest load was borne.');
  return best;
}
