/** The finding for an empty alt text; none if the image is decorative. */
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
