/** The findings that are no faults: a text with no others is good. */
export const hints: ReadonlySet<string> = new Set(['single-word']);
