/*
 * Callers give times by the clock of their process, and those of two machines may differ. What
 * decides when something expires is therefore kept by the database's clock: each statement compares
 * the two, in whole seconds, so that clocks that agree leave times as they are.
 */

/** What a process's clock shows, in ISO 8601: the value that the SQL here compares. */
export function processTime(): string {
  return new Date().toISOString();
}

/** SQL: how far the database's clock is ahead. Values: what the process's clock shows. */
const ahead = (now: string) =>
  `make_interval(secs => round(extract(epoch FROM now() - ${now}::timestamptz)))`;

/** SQL: a time by the process's clock, as the database's clock shows it. */
export function toDatabaseTime(time: string, now: string): string {
  return `(${time}::timestamptz + ${ahead(now)})`;
}

/** SQL: a time by the database's clock, as the process's clock shows it. */
export function toProcessTime(time: string, now: string): string {
  return `(${time} - ${ahead(now)})`;
}
