import { z } from 'zod';

/** The version of the archives that this program writes. */
export const backupFormat = 1;

/** The newest version that it reads: archives with the journal that development versions kept. */
export const newestFormat = 2;

/** The file of an archive that says what it is. */
export const aboutName = 'backup.json';

/** The file of an archive that has the SHA-256 of all others. */
export const sumsName = 'SHA256SUMS';

/** What `backup.json` says. */
export const aboutSchema = z.object({ format: z.int(), made_at: z.iso.datetime() });

/** The folders of DATA_DIR that hold files of the store. */
export const storedFolders = ['accounts', 'answers', 'calls', 'changes', 'logins'] as const;

/** The mark of a DATA_DIR that was moved into a database; a restored one is marked, too. */
export const movedMarker = 'altscribe.moved';

const day = String.raw`\d{4}-\d\d-\d\d`;
const stored = new RegExp(
  [
    String.raw`(?:accounts|logins)\/[0-9a-f]{3}\.json`,
    String.raw`answers\/${day}\/[0-9a-f]{64}\.json`,
    String.raw`calls\/[0-9a-f]{64}\.jsonl`,
    String.raw`changes\/${day}\.jsonl`,
    // Of archives that development versions made.
    String.raw`journal\/\d{8}\.jsonl`,
    movedMarker.replace('.', String.raw`\.`),
  ]
    .map((path) => `^${path}$`)
    .join('|'),
);

/**
 * Whether a path in DATA_DIR, with `/`, is that of a file which the store reads. Copies, locks and
 * what is being written are none.
 */
export function isStored(path: string): boolean {
  return stored.test(path);
}
