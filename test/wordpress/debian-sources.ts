import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One package source of this machine, pointed at another suite. */
export interface DebianSource {
  /** apt distinguishes the two styles by the file's extension. */
  readonly extension: 'list' | 'sources';
  readonly text: string;
  /** Whether it has the suite itself, not only its updates or security updates. */
  readonly isWhole: boolean;
}

const APT_FOLDER = '/etc/apt';

/**
 * The machine's own package sources (with its mirror, keyring and options), pointed at `suite`. Each
 * set has one source of the suite, and all its updates. Third-party sources look the same as Debian's,
 * so callers try one set after the other. The last ones have no updates, because mirrors delete those
 * of old suites first.
 */
export async function listDebianSources(suite: string): Promise<DebianSource[][]> {
  const parts = join(APT_FOLDER, 'sources.list.d');
  const names = (await readdir(parts).catch(() => [])).sort();
  const files = [join(APT_FOLDER, 'sources.list'), ...names.map((name) => join(parts, name))];
  const sources = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8').catch(() => '');
      if (file.endsWith('.list')) return parseOneLineStyle(text, suite);
      return file.endsWith('.sources') ? parseDeb822Style(text, suite) : [];
    }),
  );
  const updates = sources.flat().filter(({ isWhole }) => !isWhole);
  const whole = sources.flat().filter(({ isWhole }) => isWhole);
  const sets = whole.map((source) => [source, ...updates]);
  return updates.length > 0 ? [...sets, ...whole.map((source) => [source])] : sets;
}

/** `deb [signed-by=…] http://mirror/debian bookworm main contrib` */
export function parseOneLineStyle(text: string, suite: string): DebianSource[] {
  const sources: DebianSource[] = [];
  for (const line of text.split('\n')) {
    const match = /^\s*deb\s+(\[[^\]]*\]\s+)?(\S+)\s+([^\s#]+)\s+([^#]+)/.exec(line);
    if (!match) continue;
    const [, options = '', uri, ownSuite = '', components = ''] = match;
    const [pointed] = pointSuites([ownSuite], suite);
    if (pointed === undefined || !hasMain(components)) continue;
    sources.push({
      extension: 'list',
      text: `deb ${options}${uri} ${pointed} main\n`,
      isWhole: pointed === suite,
    });
  }
  return sources;
}

/** Stanzas of `Types: deb`, `URIs:`, `Suites:`, `Components:`, `Signed-By:`. */
export function parseDeb822Style(text: string, suite: string): DebianSource[] {
  const sources: DebianSource[] = [];
  for (const stanza of text.replace(/^#.*\n?/gm, '').split(/\n\s*\n/)) {
    const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(stanza)?.[1] ?? '';
    const isOn = !/^(no|false|0|off)\b/i.test(field('Enabled'));
    const suites = pointSuites(field('Suites').trim().split(/\s+/), suite);
    const isDeb = field('Types').split(/\s+/).includes('deb');
    if (!isOn || !isDeb || suites.length === 0 || !hasMain(field('Components'))) continue;
    const pointed = stanza
      .replace(/^Types:.*$/im, 'Types: deb')
      .replace(/^Suites:.*$/im, `Suites: ${suites.join(' ')}`)
      .replace(/^Components:.*$/im, 'Components: main');
    sources.push({
      extension: 'sources',
      text: `${pointed.trim()}\n`,
      isWhole: suites.includes(suite),
    });
  }
  return sources;
}

/** Suites without separate updates. */
const rolling = ['sid', 'unstable', 'experimental'];

/** The matching suite: `bookworm-security`, or `bookworm/updates` in older releases. */
function pointSuites(own: readonly string[], suite: string): string[] {
  return own.flatMap((name) => {
    const part = /^[a-z]+(|-updates|-security|\/updates)$/.exec(name)?.[1];
    if (part === undefined || (part && rolling.includes(suite))) return [];
    return `${suite}${part === '/updates' ? '-security' : part}`;
  });
}

function hasMain(components: string): boolean {
  return components.trim().split(/\s+/).includes('main');
}
