import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runWpCli } from '../../wordpress/wp-cli.ts';

/** What WP-CLI held after so many images. */
export interface Sample {
  readonly images: number;
  readonly seconds: number;
  readonly kilobytes: number;
  readonly peak: number;
}

/** Runs `wp altscribe generate --missing` over a whole library, with `stand-in.php` as a must-use plugin. */
export async function measureCommand(wordpress: string): Promise<Sample[]> {
  const command = ['altscribe', 'generate', '--missing', '--format=json'];
  const { code, stderr } = await runWpCli(wordpress, command);
  if (code !== 0) throw new Error(`WP-CLI failed: ${stderr}`);
  const lines = (await readFile(join(wordpress, 'memory.jsonl'), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Sample);
}
