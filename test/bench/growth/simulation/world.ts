import { randomExponential, randomInt, randomLcg, randomLogNormal } from 'd3-random';
import type { Recording, Samples } from '../recording.ts';
import { Clock } from './clock.ts';
import { Disk, Resource } from './resources.ts';

/** What is simulated: how much there is of everything. Times are in milliseconds. */
export interface Layout {
  readonly processes: number;
  /** Cores of the service; each process has one of its own unless given. */
  readonly serviceCores?: number;
  readonly databaseCores: number;
  /** Connections of a process, `DATABASE_POOL_SIZE`. */
  readonly poolSize: number;
  /** Connections of PgBouncer to the database, which a statement has until it is done. */
  readonly serverConnections?: number;
  /** From the service to the database and back. */
  readonly networkMs: number;
  /** Processor time for a call that others take on the database's cores. */
  readonly aroundMs?: number;
  /** Median of what the provider takes; the logarithm deviates by `providerSpread`. */
  readonly providerMs: number;
  readonly users: number;
}

/** With it, nine of ten responses of a provider take from half the median to twice as long. */
export const providerSpread = 0.42;

/** The share of each that is taken, from 0 to 1; where there are several, the highest. */
export interface Busy {
  readonly service: number;
  readonly database: number;
  readonly connections: number;
  /** A row of a user that others wait for. */
  readonly row: number;
  /** What a process writes behind its responses, one row after the other. */
  readonly writer: number;
}

/** Everything that calls wait for, and chance. */
export class World {
  readonly clock = new Clock();
  readonly #cores: readonly Resource[];
  readonly #pools: readonly Resource[];
  readonly database: Resource;
  readonly server: Resource;
  readonly disk: Disk;
  readonly #rows = new Map<string, Resource>();
  readonly #writers = new Map<string, Resource>();
  /** Until when nothing is to be written for a user, by name of the statement and user. */
  readonly written = new Map<string, number>();
  readonly recording: Recording;
  readonly layout: Layout;
  readonly providerMs: () => number;
  readonly user: () => number;
  readonly #random: () => number;

  constructor(recording: Recording, layout: Layout, seed: number) {
    const { processes, serviceCores = processes, databaseCores, poolSize } = layout;
    const resource = (size: number) => new Resource(this.clock, size);
    this.recording = recording;
    this.layout = layout;
    this.#random = randomLcg(seed);
    this.providerMs = randomLogNormal.source(this.#random)(
      Math.log(layout.providerMs),
      providerSpread,
    );
    this.user = randomInt.source(this.#random)(layout.users);
    this.#cores = Array.from({ length: serviceCores }, () => resource(1));
    this.#pools = Array.from({ length: processes }, () => resource(poolSize));
    this.database = resource(databaseCores);
    this.server = resource(layout.serverConnections ?? Infinity);
    this.disk = new Disk(this.clock, () => this.draw(recording.flushMs));
  }

  /** A core of the service, which processes share where there are more of them. */
  coreOf(process: number): Resource {
    const core = this.#cores[process % this.#cores.length];
    if (!core) throw new RangeError(`There is no process ${process}.`);
    return core;
  }

  poolOf(process: number): Resource {
    const pool = this.#pools[process];
    if (!pool) throw new RangeError(`There is no process ${process}.`);
    return pool;
  }

  rowOf(user: number, locks: string): Resource {
    return this.#one(this.#rows, `${locks} ${user}`);
  }

  writerOf(process: number, statement: string): Resource {
    return this.#one(this.#writers, `${statement} ${process}`);
  }

  /** How busy everything was in the last so many milliseconds, since it was asked last. */
  busy(ms: number): Busy {
    const most = (all: Iterable<Resource>) => {
      let highest = 0;
      for (const one of all) highest = Math.max(highest, one.busy(ms));
      return highest;
    };
    return {
      service: most(this.#cores),
      database: this.database.busy(ms),
      connections: most([...this.#pools, this.server]),
      row: most(this.#rows.values()),
      writer: most(this.#writers.values()),
    };
  }

  draw(samples: Samples): number {
    return samples[Math.floor(this.#random() * samples.length)] ?? 0;
  }

  /** Time until the next of so many in a second, who know nothing of each other. */
  pauseMs(perSecond: number): () => number {
    return randomExponential.source(this.#random)(perSecond / 1_000);
  }

  #one(all: Map<string, Resource>, name: string): Resource {
    const found = all.get(name) ?? new Resource(this.clock, 1);
    all.set(name, found);
    return found;
  }
}
