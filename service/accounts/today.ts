const dayMs = 86_400_000;

let number = NaN;
let day = '';

/**
 * The day (UTC) that it is: `2026-11-22`. It is kept, because to format it takes longer than all else
 * that counting a call does.
 */
export function today(): string {
  const current = Math.floor(Date.now() / dayMs);
  if (current !== number) {
    number = current;
    day = new Date(current * dayMs).toISOString().slice(0, 10);
  }
  return day;
}
