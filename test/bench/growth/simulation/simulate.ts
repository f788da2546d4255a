import { summarise, type Times } from '../../measure.ts';
import type { Recording } from '../recording.ts';
import { call } from './call.ts';
import { begin, type Task } from './clock.ts';
import { World, type Busy, type Layout } from './world.ts';

/** Who calls: so many, each of whom waits for a response; or so many calls a second, whatever comes. */
export type Load = { readonly callers: number } | { readonly perSecond: number };

/** How long is simulated, in milliseconds: first what does not count. */
export interface Span {
  readonly warmUpMs: number;
  readonly ms: number;
  /** The same one gives the same result. */
  readonly seed: number;
}

/** What came of it. */
export interface Outcome {
  readonly perSecond: number;
  /** What calls took, the provider left out, in milliseconds. */
  readonly added: Times;
  readonly busy: Busy;
}

/** Lets calls go through a service that takes the times of a recording. */
export function simulate(
  recording: Recording,
  layout: Layout,
  load: Load,
  { warmUpMs, ms, seed }: Span,
): Outcome {
  const world = new World(recording, layout, seed);
  const { clock } = world;
  const added: number[] = [];
  const note = (addedMs: number) => {
    if (clock.now >= warmUpMs) added.push(addedMs);
  };
  for (const task of tasks(world, load, note)) begin(task);
  clock.runUntil(warmUpMs);
  world.busy(warmUpMs);
  clock.runUntil(warmUpMs + ms);
  return {
    perSecond: (added.length * 1_000) / ms,
    added: summarise(added),
    busy: world.busy(ms),
  };
}

function tasks(world: World, load: Load, note: (addedMs: number) => void): Task[] {
  const { processes } = world.layout;
  if ('perSecond' in load) return [arrivals(world, load.perSecond, note)];
  return Array.from({ length: load.callers }, (_, n) => caller(world, n % processes, note));
}

function* caller(world: World, process: number, note: (addedMs: number) => void): Task {
  for (;;) yield* call(world, process, note);
}

function* arrivals(world: World, perSecond: number, note: (addedMs: number) => void): Task {
  const pauseMs = world.pauseMs(perSecond);
  for (let n = 0; ; n += 1) {
    yield world.clock.sleep(pauseMs());
    // As a load balancer deals them out.
    begin(call(world, n % world.layout.processes, note));
  }
}
