import type { AltTextFinding, AltTextSurroundings } from './checks.ts';

/** What is wrong with an empty alt text; nothing for that of a decorative picture. */
export function checkEmptyText({
  isLinked = false,
  isDecorative = false,
}: Pick<AltTextSurroundings, 'isLinked' | 'isDecorative'>): AltTextFinding[] {
  if (isLinked) return ['linked-without-text'];
  return isDecorative ? [] : ['missing'];
}
