/** More than anybody has, and less than what a number loses digits at. */
const most = 1_000_000_000;

/** Reads a whole number that was typed; nothing where it is none, or out of bounds. */
export function parseWholeNumber(typed: string, least: number): number | undefined {
  if (!/^-?\d{1,10}$/.test(typed)) return undefined;
  const number = Number(typed);
  return number >= least && number <= most ? number : undefined;
}
