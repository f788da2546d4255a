import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const includes = join(import.meta.dirname, '../includes');

/** A doc comment, without its asterisks. */
interface DocComment {
  readonly summary: string;
  readonly params: readonly { readonly name: string; readonly text: string }[];
}

/** docs/hooks.md with its table of hooks recreated from the plugin's doc comments. */
export function fillTable(page: string): string {
  const begin = '<!-- from the code: npm run hooks -->\n';
  const end = '\n<!-- end -->';
  const [before = '', old = ''] = page.split(begin);
  const [, after] = old.split(end);
  if (after === undefined) throw new Error('docs/hooks.md has no place for the table.');
  return `${before}${begin}\n${hookTable()}${end}${after}`;
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
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |\n`;
  return [['hook', 'what it does', 'arguments'], ['---', '---', '---'], ...rows].map(line).join('');
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
