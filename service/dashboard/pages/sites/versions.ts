/** Whether a version comes before another; `0.2.0-dev` comes before `0.2.0`. */
export function isOlder(version: string, than: string): boolean {
  const [numbers, others] = [numbersOf(version), numbersOf(than)];
  for (const [index, other] of others.entries()) {
    const number = numbers[index] ?? 0;
    if (number !== other) return number < other;
  }
  return version.includes('-') && !than.includes('-');
}

function numbersOf(version: string): number[] {
  return (version.split('-')[0] ?? '').split('.').map(Number);
}
