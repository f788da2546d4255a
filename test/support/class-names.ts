import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The contents of the files below these folders whose names end like that. */
function readAll(folders: readonly string[], ends: RegExp): string {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true })
        .map(String)
        .filter((path) => ends.test(path))
        .map((path) => readFileSync(join(root, folder, path), 'utf8')),
    )
    .join('\n');
}

/** The class names of the components and templates in folders, compared with those of the style sheets there. */
export function compareClassNames(folders: readonly string[], isOwn: (name: string) => boolean) {
  const css = readAll(folders, /\.css$/).replaceAll(/\/\*[^]*?\*\/|\{[^{}]*\}/g, '{}');
  const code = readAll(folders, /\.(tsx?|php)$/);
  const tests = readAll(['test/e2e', 'test/unit'], /\.tsx?$/);
  const styled = new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name));
  const words = new Set(code.match(/[a-z][\w-]*/gi));
  // Like `state-${state}`.
  const starts = [...code.matchAll(/(?<![\w-])(\w[\w-]*[-_])(?:\$\{|%|'? ?[+.] )/g)]
    .map(([, start = '']) => start)
    .filter((start) => start !== 'altscribe-');
  const given = [...code.matchAll(/\bclass(?:Name)?=\\?"([^"<]*)"/g)]
    .flatMap(([, names = '']) => names.split(' '))
    .filter((name) => /^[\w-]+$/.test(name));
  const isAskedFor = (name: string) =>
    new RegExp(`['"\`][^'"\`\\n]*\\.${name}(?![\\w-])`).test(code + tests);
  return {
    /** In a style sheet, but given to no element. */
    unused: [...styled].filter(
      (name) => isOwn(name) && !words.has(name) && !starts.some((start) => name.startsWith(start)),
    ),
    /** Given to an element, but neither in a style sheet nor asked for by a script or test. */
    unknown: [...new Set(given)].filter(
      (name) => isOwn(name) && !styled.has(name) && !isAskedFor(name),
    ),
  };
}
