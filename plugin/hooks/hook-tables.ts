import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const includes = join(import.meta.dirname, '../includes');

/** A doc comment, without its asterisks. */
interface DocComment {
  readonly summary: string;
  readonly params: readonly { readonly name: string; readonly text: string }[];
}

/** Where a table begins and ends in docs/hooks.md. */
const marked = /(<!-- from the code: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g;

/** docs/hooks.md with its tables made again from the doc comments of the plugin. */
export function fillTables(page: string): string {
  const tables: Record<string, () => string> = { hooks: hookTable, functions: functionTable };
  return page.replaceAll(marked, (_, begin: string, name: string, end: string) => {
    const table = tables[name];
    if (!table) throw new Error(`There is no table “${name}”.`);
    return `${begin}\n${table()}${end}`;
  });
}

/** The calls of our hooks, each with the doc comment above it. */
export function listHooks(): (DocComment & { readonly name: string; readonly kind: string })[] {
  const php = readdirSync(includes, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.php'))
    .map((path) => readFileSync(join(includes, path), 'utf8'))
    .join('\n');
  const comment = String.raw`(?:/\*\*((?:(?!\*/)[\s\S])*)\*/\s*\n[^\n]*?)?`;
  const calls = php.matchAll(
    new RegExp(`${comment}\\b(apply_filters|do_action)\\(\\s*'(altscribe_\\w+)'`, 'g'),
  );
  return [...calls].map(([, doc = '', call = '', name = '']) => ({
    ...readComment(doc),
    name,
    kind: call === 'do_action' ? 'action' : 'filter',
  }));
}

function hookTable(): string {
  const rows = listHooks()
    .filter(({ summary }) => !summary.includes("For Altscribe's own use."))
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(({ name, kind, summary, params }) => [
      `${kind} \`${name}\``,
      summary,
      params.map((param) => `\`${param.name}\`: ${param.text}`).join('<br>'),
    ]);
  return toTable(['hook', 'what it does', 'arguments'], rows);
}

function functionTable(): string {
  const api = readFileSync(join(includes, 'api.php'), 'utf8');
  const functions = api.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nfunction (\w+\(.*\)) \{/g);
  const rows = [...functions].map(([, doc = '', signature = '']) => [
    `\`${signature}\``,
    readComment(doc).summary,
  ]);
  return toTable(['function', 'what it does'], rows);
}

function readComment(doc: string): DocComment {
  const lines = doc.replaceAll(/^[ \t]*\* ?/gm, '');
  const [summary = '', ...tags] = lines
    .split(/^@(?=\w)/m)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim());
  return {
    summary,
    params: tags.flatMap((tag) => {
      const [, name, text] = /^param .+? (\$\w+) (.+)$/.exec(tag) ?? [];
      return name === undefined || text === undefined ? [] : [{ name, text }];
    }),
  };
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [head, head.map(() => '---'), ...rows].map(line).join('\n') + '\n';
}
