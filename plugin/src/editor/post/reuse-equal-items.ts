/**
 * Returns a function that replaces each item by the item of its previous call if both are equal, so
 * that a comparison by identity shows what changed. It returns the previous array if nothing did.
 */
export function reuseEqualItems<Item extends object>(): (items: Item[]) => Item[] {
  let previous: Item[] = [];
  return (items) => {
    const reused = items.map((item, index) => {
      const known = previous[index];
      return known && isEqual(known, item) ? known : item;
    });
    const isSame =
      reused.length === previous.length && reused.every((item, index) => item === previous[index]);
    previous = isSame ? previous : reused;
    return previous;
  };
}

/** Compares plain objects field by field, and anything else (rich text) by identity. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other || !isPlainObject(one) || !isPlainObject(other)) {
    return one === other;
  }
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length && keys.every((key) => isEqual(one[key], other[key]))
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
