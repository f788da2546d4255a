import { z } from 'zod';

/** What became of one field: another value, another end of a list, or nothing at all. */
const fieldSchema = z.union([
  z.strictObject({ keep: z.int().min(1), add: z.array(z.unknown()) }),
  z.strictObject({ set: z.unknown() }),
  z.strictObject({ unset: z.literal(true) }),
]);

export const differenceSchema = z.record(z.string(), fieldSchema);

/** What makes an object of the one before it, by field. Fields that stay the same have none. */
export type Difference = z.infer<typeof differenceSchema>;

type FieldDifference = Difference[string];

/**
 * Tells what was changed. What is the same object in both counts as unchanged, so that an account
 * with a long history is not compared entry by entry, nor written whole for each new one.
 */
export function differenceOf(before: object | undefined, after: object): Difference {
  const old = new Map<string, unknown>(Object.entries(before ?? {}));
  const changes: [string, FieldDifference][] = [];
  for (const [name, value] of Object.entries(after) as [string, unknown][]) {
    if (value === undefined) continue;
    const change = changeOfField(old.get(name), value);
    if (change) changes.push([name, change]);
    old.delete(name);
  }
  for (const [name, value] of old) {
    if (value !== undefined) changes.push([name, { unset: true }]);
  }
  return Object.fromEntries(changes);
}

function changeOfField(before: unknown, after: unknown): FieldDifference | undefined {
  if (before === after) return undefined;
  if (!Array.isArray(before) || !Array.isArray(after)) return { set: after };
  const changed = after.findIndex((item, index) => item !== before[index]);
  const keep = changed < 0 ? after.length : changed;
  if (keep === after.length && keep === before.length) return undefined;
  return keep === 0 ? { set: after } : { keep, add: after.slice(keep) };
}

/** Makes the object after a change of the one before it; nothing where it does not follow from that. */
export function withDifference(
  before: object | undefined,
  difference: Difference,
): object | undefined {
  const fields = new Map<string, unknown>(Object.entries(before ?? {}));
  for (const [name, change] of Object.entries(difference)) {
    if ('unset' in change) fields.delete(name);
    else if ('set' in change) fields.set(name, change.set);
    else {
      const list = fields.get(name);
      if (!Array.isArray(list) || list.length < change.keep) return undefined;
      fields.set(name, [...(list as unknown[]).slice(0, change.keep), ...change.add]);
    }
  }
  return Object.fromEntries(fields);
}
