import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { debian } from '../../support/debian-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { unpackDebianPackages } from '../../wordpress/debian-packages.ts';

afterEach(() => vi.unstubAllEnvs());

test(
  'finds packages regardless of installed, held or pinned ones, without and with dependencies',
  { timeout: 300_000 },
  async () => {
    const folder = await temporaryFolder();
    // A machine with a newer version than any Debian source.
    const status = join(folder, 'status');
    await writeFile(
      status,
      'Package: libjs-cropper\nStatus: hold ok installed\nArchitecture: all\nVersion: 99-1\n' +
        'Maintainer: somebody\nDescription: a package\n\n',
    );
    const pins = join(folder, 'preferences');
    await writeFile(pins, 'Package: *\nPin: release o=Debian\nPin-Priority: -1\n');
    const settings = join(folder, 'apt.conf');
    await writeFile(
      settings,
      `Dir::State::status "${status}";\nDir::Etc::preferences "${pins}";\nAPT::Default-Release "stable";\n`,
    );
    vi.stubEnv('APT_CONFIG', settings);
    for (const withDependencies of [false, true]) {
      const options = { withDependencies };
      // The second time, the lists of packages are there.
      const work = join(folder, 'work');
      const root = await unpackDebianPackages(work, debian ?? '', ['libjs-cropper'], options);
      expect(await readdir(join(root, 'usr/share/javascript'))).toContain('cropper');
      await rm(root, { recursive: true });
    }
  },
);
