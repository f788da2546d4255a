/** Rows that are removed at a time, so that the statement stays short. */
export const batchRows = 10_000;
