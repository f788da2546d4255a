import { execFile } from 'node:child_process';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { serviceProcess } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const program = resolve('build/service/cli/main.js');

/**
 * How to run the program as a user who cannot open private folders. Root can, so it drops that capability;
 * this way, no other user needs access to the program.
 */
async function commandOf(args: readonly string[]) {
  const command = [process.execPath, program, ...args];
  if (process.getuid?.() !== 0) return { command, owner: {} };
  const { uid, gid } = await stat(program);
  // Without that capability, root may not read files of other owners either.
  if (uid !== 0) return { command, owner: { uid, gid } };
  const without = ['--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'];
  return { command: ['setpriv', ...without, ...command], owner: {} };
}

test('another user gets a sentence about the owner without a stack trace', async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  await mkdir(join(dataDir, 'accounts'), { recursive: true, mode: 0o700 });
  const server = createServer();
  await new Promise<void>((done) => server.listen(join(dataDir, 'altscribe.sock'), done));
  onTestFinished(() => void server.close());
  // Closed to everyone, like a folder of another user.
  await chmod(dataDir, 0);
  onTestFinished(() => chmod(dataDir, 0o700));
  const { env } = serviceProcess({ DATA_DIR: dataDir, HOME: folder });
  const { command, owner } = await commandOf(['account', 'list']);
  const [file = '', ...args] = command;
  const running = promisify(execFile)(file, args, { ...owner, cwd: '/', env });
  await expect(running).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^The service runs as another user, and only that user may send it commands\. .*\n$/,
    ) as unknown,
  });
});
