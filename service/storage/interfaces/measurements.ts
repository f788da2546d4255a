/**
 * The lengths of the steps in which measurements are kept, in seconds: an hour of minutes, and a day
 * of half hours.
 */
export const stepSeconds = [60, 1_800] as const;

export type StepSeconds = (typeof stepSeconds)[number];

/** How long the steps of a length are kept, in seconds. */
export const keptSeconds: Readonly<Record<StepSeconds, number>> = { 60: 3_600, 1_800: 86_400 };

/** A measurement in one step of time. */
export interface Measurement {
  readonly seconds: StepSeconds;
  /** When the step began, in ISO 8601; a whole number of steps since the epoch. */
  readonly at: string;
  /** The name of the quantity, as words separated by spaces: `latency openai 1.23`. */
  readonly name: string;
  readonly amount: number;
}

/**
 * Stores measurements for the charts of the dashboard. They are less valuable than accounts: a
 * crash may lose the last ones, and no backup contains them.
 */
export interface MeasurementLog {
  /** Adds the amounts to those of the same step and name. */
  addMeasurements(measurements: readonly Measurement[]): Promise<void>;
  /** Measurements in steps of a length that begin at this time or later. */
  listMeasurements(seconds: StepSeconds, since: string): Promise<Measurement[]>;
}
