/** The findings that are not faults: a text without any others is good. */
export const hints: ReadonlySet<string> = new Set(['single-word']);

/** Whether a finding is a fault, and not only a hint. */
export function isFault(finding: string): boolean {
  return !hints.has(finding);
}
