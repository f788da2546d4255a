import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One package source of this machine, pointed at another suite. */
export interface DebianSource {
  /** apt tells the two styles apart by the file's extension. */
  extension: 'list' | 'sources';
  text: string;
}

const APT_FOLDER = '/etc/apt';

/**
 * The machine's own package sources (mirror, keyring and options are its own), each pointed at
 * `suite`. Sources that are not a whole distribution (security, updates, backports) are left out;
 * those of third parties cannot be told apart, so callers try one after the other.
 */
export async function listDebianSources(suite: string): Promise<DebianSource[]> {
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
  return sources.flat();
}

/** `deb [signed-by=…] http://mirror/debian bookworm main contrib` */
export function parseOneLineStyle(text: string, suite: string): DebianSource[] {
  const sources: DebianSource[] = [];
  for (const line of text.split('\n')) {
    const match = /^\s*deb\s+(\[[^\]]*\]\s+)?(\S+)\s+([^\s#]+)\s+([^#]+)/.exec(line);
    if (!match) continue;
    const [, options = '', uri, ownSuite = '', components = ''] = match;
    if (isWholeDistribution(ownSuite, components)) {
      sources.push({ extension: 'list', text: `deb ${options}${uri} ${suite} main\n` });
    }
  }
  return sources;
}

/** Stanzas of `Types: deb`, `URIs:`, `Suites:`, `Components:`, `Signed-By:`. */
export function parseDeb822Style(text: string, suite: string): DebianSource[] {
  const sources: DebianSource[] = [];
  for (const stanza of text.replace(/^#.*\n?/gm, '').split(/\n\s*\n/)) {
    const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(stanza)?.[1] ?? '';
    const isOn = !/^(no|false|0|off)\b/i.test(field('Enabled'));
    const ownSuite = field('Suites').trim().split(/\s+/)[0] ?? '';
    const isDeb = field('Types').split(/\s+/).includes('deb');
    if (!isOn || !isDeb || !isWholeDistribution(ownSuite, field('Components'))) continue;
    const pointed = stanza
      .replace(/^Types:.*$/im, 'Types: deb')
      .replace(/^Suites:.*$/im, `Suites: ${suite}`)
      .replace(/^Components:.*$/im, 'Components: main');
    sources.push({ extension: 'sources', text: `${pointed.trim()}\n` });
  }
  return sources;
}

function isWholeDistribution(suite: string, components: string): boolean {
  return /^[a-z]+$/.test(suite) && components.trim().split(/\s+/).includes('main');
}
