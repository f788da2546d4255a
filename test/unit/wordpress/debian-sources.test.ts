import { describe, expect, it } from 'vitest';
import { parseDeb822Style, parseOneLineStyle } from '../../wordpress/debian-sources.ts';

describe('sources in one line each', () => {
  it('keep the mirror and options, with the suite replaced', () => {
    const text =
      'deb [signed-by=/k.gpg] https://mirror.example/debian/ bookworm main contrib # note\n';
    expect(parseOneLineStyle(text, 'sid')).toEqual([
      {
        extension: 'list',
        text: 'deb [signed-by=/k.gpg] https://mirror.example/debian/ sid main\n',
        isWhole: true,
      },
    ]);
  });

  it.each([
    '# deb http://mirror.example/debian bookworm main',
    'deb-src http://mirror.example/debian bookworm main',
    'deb http://mirror.example/debian bookworm-backports main',
    'deb https://vendor.example/linux bookworm stable',
  ])('are left out if they are neither Debian nor its updates: %s', (line) => {
    expect(parseOneLineStyle(line, 'sid')).toEqual([]);
  });
});

describe('updates and security updates', () => {
  const text = `deb http://mirror.example/debian bookworm-updates main
deb http://mirror.example/debian-security bookworm-security main
deb http://mirror.example/debian-security buster/updates main
`;
  it('are those of the suite, if there are any', () => {
    expect(parseOneLineStyle(text, 'trixie')).toEqual(
      [
        'debian trixie-updates',
        'debian-security trixie-security',
        'debian-security trixie-security',
      ].map((place) => ({
        extension: 'list',
        text: `deb http://mirror.example/${place} main\n`,
        isWhole: false,
      })),
    );
    expect(parseOneLineStyle(text, 'sid')).toEqual([]);
  });
});

describe('sources in stanzas', () => {
  it('keep the mirror and keyring, including an inline key, with the suite replaced', () => {
    const text = `# the mirror
Types: deb deb-src
URIs: http://mirror.example/debian
# both suites
Suites: bookworm bookworm-updates
Components: main non-free
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
`;
    expect(parseDeb822Style(text, 'trixie')).toEqual([
      {
        extension: 'sources',
        text: `Types: deb
URIs: http://mirror.example/debian
Suites: trixie trixie-updates
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
`,
        isWhole: true,
      },
    ]);
  });

  it('are left out if they are disabled, of updates that the suite lacks, or contain only sources', () => {
    const text = `Enabled: no
Types: deb
URIs: http://mirror.example/debian
Suites: sid
Components: main

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main

Types: deb-src
URIs: http://mirror.example/debian
Suites: bookworm
Components: main
`;
    expect(parseDeb822Style(text, 'sid')).toEqual([]);
  });
});
