import { execFile } from 'node:child_process';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { serviceProcess } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const program = resolve('build/service/cli/main.js');
const nobody = 65_534;

/** Whether every user may read a file. */
async function isForEverybody(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  if ((mode & 0o005) === 0) return false;
  return path === '/' || isForEverybody(dirname(path));
}

// Only root can be somebody else, who has to get at the program.
const canBeNobody = process.getuid?.() === 0 && (await isForEverybody(resolve('service')));

test.runIf(canBeNobody)('another user gets a sentence about the owner, and no stack', async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  await mkdir(join(dataDir, 'accounts'), { recursive: true, mode: 0o700 });
  const server = createServer();
  await new Promise<void>((done) => server.listen(join(dataDir, 'altscribe.sock'), done));
  onTestFinished(() => void server.close());
  const { env } = serviceProcess({ DATA_DIR: dataDir, HOME: folder });
  const running = promisify(execFile)(process.execPath, [program, 'account', 'list'], {
    uid: nobody,
    gid: nobody,
    cwd: '/',
    env,
  });
  await expect(running).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^The service runs as another user, and only that one may give it commands\. .*\n$/,
    ) as unknown,
  });
});
