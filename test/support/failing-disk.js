import { readFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/*
 * Import it before anything else. While the file FAILING_DISK exists, the operation in it fails with the
 * error in it: `writeFile ENOSPC`. `open` means opening for writing; `writeFile` and `sync` include appending;
 * `syncFolder` means syncing a folder.
 */
const order = process.env['FAILING_DISK'] ?? '';

/** @param {string} operation */
function failIfTold(operation) {
  let wanted;
  try {
    wanted = readFileSync(order, 'utf8');
  } catch {
    return;
  }
  const [name, code] = wanted.split(' ');
  if (name === operation) throw Object.assign(new Error(`${code}: ${name} of the tests`), { code });
}

const { open, link, rename } = promises;
const handle = await open(process.execPath);
const prototype = Object.getPrototypeOf(handle);
await handle.close();
const { appendFile, datasync, writeFile, sync } = prototype;

Object.assign(prototype, {
  async appendFile(...args) {
    failIfTold('writeFile');
    await appendFile.apply(this, args);
  },
  async datasync() {
    failIfTold('sync');
    await datasync.call(this);
  },
  async writeFile(...args) {
    failIfTold('writeFile');
    await writeFile.apply(this, args);
  },
  async sync() {
    failIfTold((await this.stat()).isDirectory() ? 'syncFolder' : 'sync');
    await sync.call(this);
  },
});
Object.assign(promises, {
  async open(path, flags, mode) {
    if (flags === 'w') failIfTold('open');
    return open(path, flags, mode);
  },
  async link(...args) {
    failIfTold('link');
    await link(...args);
  },
  async rename(...args) {
    failIfTold('rename');
    await rename(...args);
  },
});
syncBuiltinESMExports();
