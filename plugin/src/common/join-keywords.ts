/**
 * Joins keywords without duplicates. Accepts texts (with one keyword, or several separated by
 * commas) and lists of `{ keyword }`.
 */
export function joinKeywords(values: unknown[]): string {
  const keywords = new Map<string, string>();
  for (const text of values.flatMap(listTexts)) {
    for (const keyword of text.split(',').map((part) => part.trim())) {
      const key = keyword.toLocaleLowerCase();
      if (keyword !== '' && !keywords.has(key)) {
        keywords.set(key, keyword);
      }
    }
  }
  return [...keywords.values()].join(', ');
}

function listTexts(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items
    .map((item) => (item as { keyword?: unknown } | null | undefined)?.keyword ?? item)
    .filter((item) => typeof item === 'string');
}
