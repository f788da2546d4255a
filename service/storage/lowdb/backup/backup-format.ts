import { z } from 'zod';

/** The version of the archives that this program writes; the first, without a journal, it reads, too. */
export const backupFormat = 2;

/** The file of an archive that says what it is. */
export const aboutName = 'backup.json';

/** The file of an archive that has the SHA-256 of all others. */
export const sumsName = 'SHA256SUMS';

/** What `backup.json` says. */
export const aboutSchema = z.object({ format: z.int(), made_at: z.iso.datetime() });
