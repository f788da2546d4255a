import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of one test's own, removed when the test has ended. */
export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'altscribe-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
