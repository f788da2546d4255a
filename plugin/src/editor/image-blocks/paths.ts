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
export function placePath(path: string, beside: string): string {
  const [list = '', ...rest] = path.split('[].');
  const [index, ...inner] = beside.slice(list.length + 1).split('.');
  return rest.length === 0 || index === undefined
    ? path
    : `${list}.${index}.${placePath(rest.join('[].'), inner.join('.'))}`;
}
