import { joinContextParts, type ContextPart } from '../../common/image-context.ts';
import type { Place } from './places.ts';

/** Which places of an image share a text. Each text costs one credit. */

/** Different captions, links or headings always make different texts. `''`: see `readContext`. */
const deciding = ['', 'Caption', 'Link target', 'Heading above'];

/**
 * Groups the places of each image that get the same text. `isPerPlace`: only if nothing around them
 * differs; otherwise the paragraphs may differ.
 */
export function groupPlaces(places: readonly Place[], isPerPlace: boolean): Place[][] {
  const groups = groupBy(places, ({ file, language, context, isSavedToLibrary }) => {
    const compared = context.filter(([label]) => isPerPlace || deciding.includes(label));
    return JSON.stringify([file, ...(isSavedToLibrary ? [] : [language, ...compared])]);
  });
  return [...groups.values()];
}

/** The context that all of these places have, as it is sent; undefined for a single place. */
export function findCommonContext([first, ...others]: readonly Place[]): string | undefined {
  if (!first || others.length === 0) {
    return undefined;
  }
  const has = ({ context }: Place, [label, text]: ContextPart) =>
    context.some((part) => part[0] === label && part[1] === text);
  return joinContextParts(
    first.context.filter((part) => others.every((other) => has(other, part))),
  );
}

/** The cost of a run, for both answers to "One text per image, or one per place?". */
export interface CreditCounts {
  images: number;
  places: number;
  /** Credits for one text per image. */
  perImage: number;
  /** Credits for one text per place. */
  perPlace: number;
}

/** An image that cannot be read costs no credit. */
export function countCredits(places: readonly Place[]): CreditCounts {
  const readable = places.filter(({ file }) => file !== null);
  return {
    images: groupBy(readable, ({ file }) => file).size,
    places: readable.length,
    perImage: groupPlaces(readable, false).length,
    perPlace: groupPlaces(readable, true).length,
  };
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
