import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** A PHP file of the plugin, in the folder of its room; the room of files in no folder is ''. */
interface PhpFile {
  readonly path: string;
  readonly room: string;
  /** Without comments. */
  readonly code: string;
}

const files: readonly PhpFile[] = readdirSync('plugin/includes', { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.php'))
  .map((path) => ({
    path,
    room: path.includes('/') ? (path.split('/')[0] ?? '') : '',
    code: withoutComments(readFileSync(join('plugin/includes', path), 'utf8')),
  }));

/** The strings stay: a callback may name a class of another room. */
function withoutComments(php: string): string {
  return php.replaceAll(
    /('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|\/\*[\s\S]*?\*\/|(?<![:'"])\/\/[^\n]*/g,
    (_, text: string | undefined) => text ?? '',
  );
}

/** The floor of each room, from the table in docs/architecture.md. */
const floors = new Map(
  [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| (\d+) +\| ([^|]+)\|/gm)].flatMap(
    ([, floor, rooms = '']) =>
      [...rooms.matchAll(/`(\w+)`/g)].map(([, room = '']) => [room, Number(floor)] as const),
  ),
);

/** The rooms whose classes a file uses, except its own, with one of these uses each. */
function listRoomsUsedBy({ room, code }: PhpFile): Map<string, string> {
  const used = new Map<string, string>();
  const names = [...floors.keys()].join('|');
  for (const [use, other = ''] of code.matchAll(
    new RegExp(String.raw`(?<![\w$>])(?:\\?Altscribe\\{1,2})?(${names})\\{1,2}\w+(?:::\w+)?`, 'g'),
  )) {
    if (other !== room) used.set(other, use);
  }
  return used;
}

const calls = files
  .filter(({ room }) => room !== '')
  .flatMap((file) =>
    [...listRoomsUsedBy(file)].map(([to, use]) => ({ from: file.room, to, path: file.path, use })),
  );

it('the table of floors names every room, and no other', () => {
  const rooms = new Set(files.map(({ room }) => room).filter((room) => room !== ''));
  expect([...floors.keys()].sort()).toEqual([...rooms].sort());
  expect(calls.length).toBeGreaterThan(100);
});

it('no room calls one on a higher floor', () => {
  const breaches = calls
    .filter(({ from, to }) => (floors.get(to) ?? 0) > (floors.get(from) ?? 0))
    .map(({ path, use }) => `${path}: ${use}`);
  expect(breaches).toEqual([]);
});

it('no rooms call each other in a cycle', () => {
  const below = new Map<string, Set<string>>();
  for (const { from, to } of calls) below.set(from, (below.get(from) ?? new Set()).add(to));
  // A room that only calls removed rooms is in no cycle.
  const left = new Set(below.keys());
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const room of left) {
      if (![...(below.get(room) ?? [])].some((other) => left.has(other))) left.delete(room);
    }
  }
  expect([...left]).toEqual([]);
});

/** Things that only one file may do, because it decides them for all others. */
const onePlace = [
  { what: /\bcurrent_user_can\(|\buser_can\(/, where: 'Core/Permissions.php' },
  { what: /new \\?WP_Error\(/, where: 'Core/Errors.php' },
  { what: /\bregister_rest_route\(/, where: 'Core/Routes.php' },
];

it.each(onePlace)('only $where has $what', ({ what, where }) => {
  const path = files.filter(({ code }) => what.test(code)).map((file) => file.path);
  expect(path).toEqual([where]);
});

it('only other plugins and WordPress need functions outside classes', () => {
  const global = files.filter(({ code }) => /^function \w/m.test(code)).map(({ path }) => path);
  expect(global).toEqual(['api.php']);
});

it('functions that only their own file calls are private', () => {
  const tests = readdirSync('test', { recursive: true })
    .map(String)
    .filter((path) => /\.(?:php|ts)$/.test(path))
    .map((path) => readFileSync(join('test', path), 'utf8'))
    .join('\n');
  const start = readFileSync('plugin/altscribe.php', 'utf8');
  const needlesslyPublic = files.flatMap(({ path, code }) => {
    const name = path.replace(/^.*\/|\.php$/g, '');
    const others = files.filter((other) => other.path !== path).map((other) => other.code);
    const elsewhere = [...others, start, tests].join('\n');
    return [...code.matchAll(/^\tpublic (?:static function|const) (\w+)/gm)]
      .map(([, member = '']) => member)
      .filter(
        (member) =>
          member !== 'add_hooks' &&
          !new RegExp(String.raw`\b${name}::${member}\b|\b${name}::class, ["']${member}`).test(
            elsewhere,
          ) &&
          // A callback, which WordPress calls.
          !new RegExp(
            String.raw`self::class, ["']${member}["']|\b${name}::class, ["']${member}`,
          ).test(code),
      )
      .map((member) => `${name}::${member}`);
  });
  expect(needlesslyPublic).toEqual([]);
});
