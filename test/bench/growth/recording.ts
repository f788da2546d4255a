import { read } from '../report/results.ts';
import type { Costs } from './costs.ts';
import { statementsOfCall } from './statements.ts';

/** Times of one step, in milliseconds: values that are equally likely, in order. */
export type Samples = readonly number[];

/** A statement as it was recorded: processor time, and how much of that follows the lock. */
export interface StatementTimes {
  readonly name: string;
  /** Processor time of the database, the disk left out. */
  readonly databaseMs: Samples;
  /** The share of it that executes the statement, from 0 to 1; the rest parses and plans it. */
  readonly executed: number;
}

/** What a call takes, step by step, of a service with one process on PostgreSQL. */
export interface Recording {
  /** How many calls the steps were taken from. */
  readonly calls: number;
  /**
   * Processor time of the service before each statement of a call, in the order of `statementsOfCall`,
   * and, as the last one, before the response.
   */
  readonly serviceMs: readonly Samples[];
  /** After how many statements the provider is asked. */
  readonly providerAfter: number;
  readonly statements: readonly StatementTimes[];
  /** One flush of the write-ahead log. */
  readonly flushMs: Samples;
  /** Processor time that load and providers took for a call; it is only there in the bench. */
  readonly aroundMs: number;
}

export function mean(samples: Samples): number {
  return samples.reduce((sum, value) => sum + value, 0) / samples.length;
}

/** What steps take together, in milliseconds. */
export function sumOfMeans(steps: readonly Samples[]): number {
  return steps.reduce((sum, samples) => sum + mean(samples), 0);
}

/** Where the newest one is, among the results. */
export const recordingFile = 'recorded-calls.json';

/** @throws Error when there is none */
export async function readRecording(): Promise<Recording> {
  return JSON.parse(await read(recordingFile)) as Recording;
}

/** The same steps, with other processor times of a call of one user. */
export function withCosts(recording: Recording, costs: Costs): Recording {
  const service = costs.serviceMs / sumOfMeans(recording.serviceMs);
  const ofCall = recording.statements.filter(({ name }) =>
    statementsOfCall.some((one) => one.name === name),
  );
  const database = costs.databaseMs / sumOfMeans(ofCall.map(({ databaseMs }) => databaseMs));
  const times = (samples: Samples, factor: number) => samples.map((ms) => ms * factor);
  return {
    ...recording,
    serviceMs: recording.serviceMs.map((samples) => times(samples, service)),
    statements: recording.statements.map((one) => ({
      ...one,
      databaseMs: times(one.databaseMs, database),
    })),
    aroundMs: costs.aroundMs,
  };
}
