/** The findings that are no faults: a text with no others is good. */
export const hints: ReadonlySet<string> = new Set(['single-word']);

/** False for a hint, which needs no check. */
export function isFault(finding: string): boolean {
  return !hints.has(finding);
}
