import { readFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/*
 * Loaded into a process before anything else: while the file that FAILING_DISK names is there, one of
 * the operations by which a file is replaced or grows ends with the error that stands in it, for
 * example `writeFile ENOSPC`. `open` is opening for writing, `writeFile` and `sync` are appending and
 * its flush, too, and `syncFolder` is the sync of a folder.
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
