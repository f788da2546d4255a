import { applyFilters } from '@wordpress/hooks';
import { type ImageEntry, editorBootData } from '../boot-data.ts';
import { asText } from './image-block.ts';

/** The fields of an entry that lead to a path. */
const fields = ['url', 'alt', 'id', 'caption', 'link', 'decorative', 'if'];

/**
 * The entries from PHP, with those that the filter `altscribe.imageBlocks` adds. A wrong entry is
 * ignored, with a console warning that lists all of its problems, which PHP finds in the same way.
 */
export function readEntries(): ImageEntry[] {
  const fromPhp: readonly unknown[] = editorBootData.imageBlocks;
  return applyFilter().filter((entry): entry is ImageEntry => {
    const problems = fromPhp.includes(entry) ? [] : findProblems(entry);
    if (problems.length > 0) {
      warn(`an entry was ignored: ${problems.join(', ')}.`, entry);
    }
    return problems.length === 0;
  });
}

function applyFilter(): readonly unknown[] {
  const { imageBlocks } = editorBootData;
  try {
    const filtered: unknown = applyFilters('altscribe.imageBlocks', imageBlocks);
    if (Array.isArray(filtered)) {
      return filtered;
    }
    warn('it must return a list.', filtered);
  } catch (error) {
    warn('it failed.', error);
  }
  return imageBlocks;
}

function findProblems(entry: unknown): string[] {
  const {
    name,
    library: _library,
    ...others
  } = {
    url: undefined,
    alt: undefined,
    ...(entry as object),
  } as Record<string, unknown>;
  const problems: string[] = [];
  if (!/^[a-z\d-]+\/([a-z\d-]+|\*)$/.test(String(name))) {
    problems.push('"name" must be like "plugin/block" or "plugin/*"');
  }
  const lists = readLists(others.url);
  for (const [field, value] of Object.entries(others)) {
    if (!fields.includes(field)) {
      problems.push(`"${field}" is unknown`);
      continue;
    }
    const isMissing = value === undefined && field !== 'url' && field !== 'alt';
    for (const path of isMissing ? [] : readPaths(field, value)) {
      const other = readLists(path);
      if (other === undefined) {
        problems.push(`"${field}" needs a path such as "${field}" or "images[].${field}"`);
      } else if (
        field === 'alt' ? other !== (lists ?? other) : lists?.startsWith(other) === false
      ) {
        problems.push(`"${field}" must be in the same list as "url"`);
      }
    }
  }
  return problems;
}

/** The paths in a field; undefined for one that is missing. */
function readPaths(field: string, value: unknown): unknown[] {
  if (field === 'if') {
    return typeof value === 'object' ? Object.keys(value ?? {}) : [undefined];
  }
  if (field === 'alt' && Array.isArray(value) && value.length > 0) {
    return value;
  }
  return [field === 'decorative' ? asText(value).split('=')[0] : value];
}

/** The lists in a path: `a[].b[].` of `a[].b[].url`; undefined if it is not a path. */
function readLists(path: unknown): string | undefined {
  const pattern = /^((?:(?:[^.[\]]+\.)*[^.[\]]+\[\]\.)*)(?:[^.[\]]+\.)*[^.[\]]+$/;
  return pattern.exec(asText(path))?.[1];
}

function warn(problem: string, subject: unknown): void {
  console.warn(`Altscribe, filter altscribe.imageBlocks: ${problem}`, subject);
}

/** Definition of an attribute in a block type, limited to what locates an image. */
interface Definition {
  type?: unknown;
  source?: string;
  selector?: string;
  attribute?: string;
}

/**
 * The images that a block type itself reads from its HTML: each has an attribute with the `src` and
 * one with the `alt` of the same `img`.
 */
export function discoverEntries(name: string, attributes: object): ImageEntry[] {
  const definitions = Object.entries(attributes as Record<string, Definition>);
  const find = (matches: (definition: Definition, attribute: string) => boolean) =>
    definitions.find(([attribute, definition]) => matches(definition, attribute))?.[0];
  return definitions.flatMap(([url, { source, selector = '', attribute }]) => {
    const isImage = /(^|[\s>+~])img(?![\w-])[^\s>+~]*$/.test(selector);
    const ofImage = (wanted: string) =>
      find((other) => other.selector === selector && other.attribute === wanted);
    const alt = source === 'attribute' && attribute === 'src' && isImage && ofImage('alt');
    if (!alt) {
      return [];
    }
    const idName = `${url.replace(/(url|src)$/i, '')}id`.toLowerCase();
    const id =
      ofImage('data-id') ??
      find(({ type }, other) => type === 'number' && other.toLowerCase() === idName);
    const caption = find((other) => /\bfigcaption$/.test(other.selector ?? ''));
    const link = find(
      (other) => other.attribute === 'href' && /\bfigure\b[\s>]+a$/.test(other.selector ?? ''),
    );
    return [
      { name, url, alt, ...(id && { id }), ...(caption && { caption }), ...(link && { link }) },
    ];
  });
}

/**
 * Paths to values in the attributes of a block: `imageBefore.alt`, `images.0.alt`. A path in a
 * description may have lists, such as `images[].alt`.
 */

type Values = Readonly<Record<string, unknown>>;

/** The value at a path; undefined if there is none. */
export function readPath(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Values | null | undefined)?.[key], values);
}

/** The attribute with a path, changed at that path alone. */
export function changePath(attributes: Values, path: string, value: unknown): Values {
  const [first = '', ...rest] = path.split('.');
  return { [first]: replace(attributes[first], rest, value) };
}

function replace(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) {
    return replacement;
  }
  const inner = replace((value as Values | null | undefined)?.[key], rest, replacement);
  return Array.isArray(value)
    ? (value as unknown[]).map((item, index) => (String(index) === key ? inner : item))
    : { ...(value as object | undefined), [key]: inner };
}

/**
 * The paths to the values at a path with lists, also to those that are missing: `images[].url`
 * leads to `images.0.url` and `images.1.url`.
 */
export function resolvePath(values: unknown, path: string): string[] {
  const [list = '', ...rest] = path.split('[].');
  if (rest.length === 0) {
    return [path];
  }
  const items = readPath(values, list);
  return (Array.isArray(items) ? items : []).flatMap((item: unknown, index) =>
    resolvePath(item, rest.join('[].')).map((inner) => `${list}.${String(index)}.${inner}`),
  );
}

/**
 * A path with the positions of another one in the same lists: `images[].alt` beside `images.1.url`
 * is `images.1.alt`.
 */
export function pathBeside(path: string, beside: string): string {
  const [list = '', ...rest] = path.split('[].');
  const [index, ...inner] = beside.slice(list.length + 1).split('.');
  return rest.length === 0 || index === undefined
    ? path
    : `${list}.${index}.${pathBeside(rest.join('[].'), inner.join('.'))}`;
}
