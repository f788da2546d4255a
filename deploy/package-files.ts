/** What of the repository's package.json the package of the service is made from. */
export interface RootPackage {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** What of package-lock.json is read. */
export interface LockFile {
  readonly lockfileVersion: number;
  /** By their folders: `node_modules/koa`; the repository's own under `''`. */
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** What builds the service where it runs from the repository: a program for each kind of machine. */
const buildTool = /^(@esbuild\/.+|esbuild)$/;

/** The package.json of the service alone. Its scripts are none, so that installing it runs none. */
export function packageJson(own: RootPackage) {
  const { name, version, description, license, type, engines } = own;
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { altscribe: 'build/service/cli/altscribe.cjs' },
    dependencies: runTimeDependencies(own),
  };
}

/** The versions that the tests ran with, so that two installations do not differ. */
export function shrinkwrap(own: RootPackage, lock: LockFile) {
  const packages = Object.entries(lock.packages).filter(
    ([folder, { dev }]) =>
      folder !== '' && !dev && !buildTool.test(folder.slice('node_modules/'.length)),
  );
  const { name, version, engines, license } = own;
  const self = { name, version, license, engines, dependencies: runTimeDependencies(own) };
  return {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: { '': self, ...Object.fromEntries(packages) },
  };
}

function runTimeDependencies({ dependencies }: RootPackage): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => !buildTool.test(name)));
}
