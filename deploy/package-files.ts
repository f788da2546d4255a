/** The fields of the repository's package.json that the service's package uses. */
export interface RootPackage {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The fields of package-lock.json that are read. */
export interface LockFile {
  readonly lockfileVersion: number;
  /** By folder: `node_modules/koa`; the repository itself is `''`. */
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/**
 * Builds the service when it runs from the repository; esbuild has a different binary for each
 * platform.
 */
const buildTool = /^(@esbuild\/.+|esbuild)$/;

/** The package.json of the service alone. It has no scripts, so installing it runs none. */
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

/** The tested versions, so installations don't differ. */
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
