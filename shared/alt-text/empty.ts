/** What is wrong with an empty alt text; nothing for that of a decorative image. */
export function checkEmptyText({
  isLinked = false,
  isDecorative = false,
}: {
  readonly isLinked?: boolean;
  readonly isDecorative?: boolean;
}): ('linked-without-text' | 'missing')[] {
  if (isLinked) return ['linked-without-text'];
  return isDecorative ? [] : ['missing'];
}
