/**
 * Whether an answer may move the focus: it was lost with its element, or is still in the place that the answer is for.
 * In a field there, the user types.
 */
export function mayMoveFocus(place?: Element | null): boolean {
  const { activeElement: active, body } = document;
  const isHere = place?.contains(active) && active?.matches('input, textarea, select') === false;
  return active === null || active === body || isHere === true;
}
