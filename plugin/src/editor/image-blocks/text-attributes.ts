import { getBlockType } from '@wordpress/blocks';
import type { BlockAttributes } from './image-block.ts';

/** Definition of an attribute in a block type, as far as it tells where the rich texts are. */
interface Definition {
  type?: string;
  source?: string;
  /** What each item of a list holds: each row of a table its cells, each cell its text. */
  query?: Record<string, Definition>;
}

/** A rich text of a block: an object, or a string of HTML in blocks of an older kind. */
export interface BlockText {
  /** Way to the value: `content`, or `body.0.cells.1.content`. */
  attribute: string;
  value: unknown;
}

/** Ways to the rich texts of a block type; `*` stands for each item of a list. By `attributes`. */
const waysByType = new WeakMap<object, string[][]>();

/** The rich texts of a block in the order of its attributes, without the empty ones. */
export function listTexts(name: string, attributes: BlockAttributes): BlockText[] {
  return listWays(name).flatMap((way) => follow(attributes, way, []));
}

/** The attributes to change, so that the text at `attribute` is another one. */
export function replaceText(
  attributes: BlockAttributes,
  attribute: string,
  value: unknown,
): BlockAttributes {
  const [first = '', ...rest] = attribute.split('.');
  return { [first]: replace(attributes[first], rest, value) };
}

/** The value at `attribute`; undefined if there is none any more. */
export function readText(attributes: BlockAttributes, attribute: string): unknown {
  return attribute
    .split('.')
    .reduce<unknown>((value, key) => (value as BlockAttributes | undefined)?.[key], attributes);
}

function listWays(name: string): string[][] {
  const definitions = getBlockType(name)?.attributes as Record<string, Definition> | undefined;
  if (!definitions) {
    return [];
  }
  const known = waysByType.get(definitions);
  const ways = known ?? findWays(definitions);
  if (!known) {
    waysByType.set(definitions, ways);
  }
  return ways;
}

function findWays(definitions: Record<string, Definition>): string[][] {
  return Object.entries(definitions).flatMap(([name, { type, source, query }]) => {
    if (type === 'rich-text' || source === 'rich-text' || source === 'html') {
      return [[name]];
    }
    return source === 'query' && query ? findWays(query).map((way) => [name, '*', ...way]) : [];
  });
}

function follow(value: unknown, [key, ...rest]: string[], way: string[]): BlockText[] {
  if (value === undefined || value === null || value === '') {
    return [];
  }
  if (key === undefined) {
    return [{ attribute: way.join('.'), value }];
  }
  if (key !== '*') {
    return follow((value as BlockAttributes)[key], rest, [...way, key]);
  }
  return Array.isArray(value)
    ? value.flatMap((item, index) => follow(item, rest, [...way, String(index)]))
    : [];
}

function replace(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) {
    return replacement;
  }
  const inner = replace((value as BlockAttributes)[key], rest, replacement);
  return Array.isArray(value)
    ? (value as unknown[]).map((item, index) => (String(index) === key ? inner : item))
    : { ...(value as object), [key]: inner };
}
