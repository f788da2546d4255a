import { readdirSync } from 'node:fs';
import wordpress from '@wordpress/eslint-plugin';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** What every kind of storage implements or shares. */
const storageParts = [
  'service/storage/account-export.ts',
  'service/storage/interfaces',
  'service/storage/rate-limiter.ts',
  'service/storage/usage-days.ts',
];

/** Who may import whom: `from` is what a folder may reach into, besides itself. */
const directions = {
  shared: [],
  'plugin/src/common': ['shared'],
  'plugin/src/settings': ['plugin/src/common', 'shared'],
  'plugin/src/connector': [],
  'plugin/src/media-library': ['plugin/src/common', 'shared'],
  'plugin/src/media-page': ['plugin/src/common'],
  'plugin/src/product': ['plugin/src/common'],
  'plugin/src/editor': ['plugin/src/common', 'shared'],
  'plugin/src/editor/core-internals.ts': [],
  'plugin/src/editor/image-blocks': ['plugin/src/editor/core-internals.ts'],
  'plugin/src/editor/post': [
    'plugin/src/common',
    'plugin/src/editor/boot-data.ts',
    'plugin/src/editor/core-internals.ts',
    'plugin/src/editor/image-blocks',
    'shared',
  ],
  'plugin/src/editor/store': [
    'plugin/src/common',
    'plugin/src/editor/boot-data.ts',
    'plugin/src/editor/post',
  ],
  'plugin/src/editor/hooks': [
    'plugin/src/common',
    'plugin/src/editor/boot-data.ts',
    'plugin/src/editor/post',
    'plugin/src/editor/store',
    'shared',
  ],
  'plugin/src/editor/components': [
    'plugin/src/common',
    'plugin/src/editor/boot-data.ts',
    'plugin/src/editor/hooks',
    'plugin/src/editor/post',
    'plugin/src/editor/store',
    'shared',
  ],
  'plugin/src/editor/sidebar': [
    'plugin/src/common',
    'plugin/src/editor/boot-data.ts',
    'plugin/src/editor/components',
    'plugin/src/editor/core-internals.ts',
    'plugin/src/editor/hooks',
    'plugin/src/editor/post',
    'plugin/src/editor/review',
    'plugin/src/editor/store',
    'shared',
  ],
  'plugin/src/editor/commands': [
    'plugin/src/editor/core-internals.ts',
    'plugin/src/editor/hooks',
    'plugin/src/editor/post',
    'plugin/src/editor/sidebar',
    'plugin/src/editor/store',
  ],
  'plugin/src/editor/featured-image': [
    'plugin/src/editor/hooks',
    'plugin/src/editor/inspector',
    'plugin/src/editor/post',
    'plugin/src/editor/sidebar',
  ],
  'plugin/src/editor/inspector': [
    'plugin/src/editor/components',
    'plugin/src/editor/core-internals.ts',
    'plugin/src/editor/hooks',
    'plugin/src/editor/image-blocks',
    'plugin/src/editor/post',
    'plugin/src/editor/store',
  ],
  'plugin/src/editor/pre-publish': [
    'plugin/src/common',
    'plugin/src/editor/boot-data.ts',
    'plugin/src/editor/commands',
    'plugin/src/editor/components',
    'plugin/src/editor/hooks',
    'plugin/src/editor/post',
    'plugin/src/editor/sidebar',
    'plugin/src/editor/store',
  ],
  'plugin/src/editor/review': [
    'plugin/src/common',
    'plugin/src/editor/components',
    'plugin/src/editor/hooks',
    'plugin/src/editor/post',
    'plugin/src/editor/store',
  ],
  'plugin/src/editor/toolbar': [
    'plugin/src/editor/commands',
    'plugin/src/editor/hooks',
    'plugin/src/editor/sidebar',
  ],
  'service/concurrency': [],
  'service/accounts': [
    'service/concurrency',
    'service/storage/interfaces',
    'service/storage/usage-days.ts',
  ],
  'service/prompting': ['service/providers/provider.ts', 'service/providers/failure.ts', 'shared'],
  'service/cli': [
    'service/accounts',
    'service/compose-migration.ts',
    'service/compose-providers.ts',
    'service/compose-store.ts',
    'service/config.ts',
    'service/env-file.ts',
    'service/evaluation',
    'service/images/picture.ts',
    'service/package.ts',
    'service/prompting',
    'service/providers',
    'service/server/log.ts',
    'service/run-service.ts',
    'service/storage/interfaces',
    'service/store-config.ts',
    'shared',
  ],
  'service/dashboard': [
    'service/accounts',
    'service/concurrency',
    'service/errors.ts',
    'service/http/network-of.ts',
    'service/http/state.ts',
    'service/metrics/read-health.ts',
    'service/package.ts',
    'service/settings.ts',
    'service/storage/interfaces',
    'shared',
  ],
  'service/evaluation': [
    'service/images/picture.ts',
    'service/prompting',
    'service/providers/failure.ts',
    'service/providers/provider.ts',
    'shared',
  ],
  'service/http': [
    'service/accounts',
    'service/concurrency',
    'service/errors.ts',
    'service/images/base64.ts',
    'service/images/embedded-picture.ts',
    'service/images/picture.ts',
    'service/metrics/measure-requests.ts',
    'service/openapi/document.ts',
    'service/operations/operation.ts',
    'service/package.ts',
    'service/providers/provider.ts',
    'service/storage/interfaces',
    'service/tracing/spans.ts',
    'shared',
  ],
  'service/images': ['service/concurrency'],
  'service/openapi': [
    'service/errors.ts',
    'service/package.ts',
    'service/prompting/answer.ts',
    'shared',
  ],
  'service/operations': [
    'service/accounts',
    'service/concurrency',
    'service/images/embedded-picture.ts',
    'service/images/picture.ts',
    'service/prompting',
    'service/providers/provider.ts',
    'service/storage/interfaces',
    'service/tracing/spans.ts',
    'shared',
  ],
  'service/metrics': [
    'service/accounts/write-behind.ts',
    'service/concurrency',
    'service/storage/interfaces',
  ],
  'service/providers': ['service/concurrency', 'service/metrics', 'service/tracing/spans.ts'],
  'service/tracing': ['service/concurrency'],
  'service/server': [
    'service/concurrency',
    'service/http',
    'service/metrics/read-health.ts',
    'service/package.ts',
  ],
  'service/errors.ts': ['shared'],
  'service/environment.ts': [],
  'service/config.ts': [
    'service/environment.ts',
    'service/near-misses.ts',
    'service/providers/configured-providers.ts',
    'service/providers/vendor.ts',
    'service/providers/vendors.ts',
    'service/secret-files.ts',
    'service/store-config.ts',
  ],
  'service/store-config.ts': ['service/environment.ts', 'service/secret-files.ts'],
  'service/env-file.ts': ['service/environment.ts', 'service/store-config.ts'],
  'service/near-misses.ts': ['service/environment.ts'],
  'service/secret-files.ts': ['service/environment.ts'],
  'service/package.ts': [],
  'service/settings.ts': [
    'service/config.ts',
    'service/environment.ts',
    'service/providers/vendor.ts',
    'service/providers/vendors.ts',
    'service/secret-files.ts',
  ],
  'service/compose-migration.ts': ['service/storage'],
  'service/compose-providers.ts': [
    'service/concurrency',
    'service/config.ts',
    'service/images',
    'service/metrics',
    'service/prompting',
    'service/providers',
  ],
  'service/compose-store.ts': ['service/storage', 'service/store-config.ts'],
  'service/compose.ts': [
    'service/accounts',
    'service/compose-providers.ts',
    'service/compose-store.ts',
    'service/concurrency',
    'service/config.ts',
    'service/dashboard',
    'service/metrics',
    'service/operations',
    'service/package.ts',
    'service/server',
    'service/settings.ts',
    'service/storage/interfaces',
  ],
  'service/storage': ['service/concurrency'],
  'service/storage/lowdb': ['service/concurrency', ...storageParts],
  'service/storage/postgres': storageParts,
  'service/storage/interfaces': [],
};

const isListed = (file) => Object.keys(directions).some((target) => file.startsWith(`${target}/`));
const unlisted = ['service', 'plugin/src']
  .flatMap((root) => readdirSync(root, { recursive: true }).map((file) => `${root}/${file}`))
  .filter((file) => /^(service|plugin\/src)\/.*\/.*\.tsx?$/.test(file) && !isListed(file));
if (unlisted.length > 0) {
  throw new Error(`Say in eslint.config.js who may import what in ${unlisted.join(', ')}.`);
}

const zones = Object.entries(directions).flatMap(([target, from]) =>
  ['service', 'plugin', 'shared', 'test'].map((folder) => ({
    target: `./${target}`,
    from: `./${folder}`,
    except: [target, ...from]
      .filter((path) => path === folder || path.startsWith(`${folder}/`))
      .map((path) => `./${path.slice(folder.length + 1)}`),
    message: `${target} may import only from itself${from.map((path) => `, ${path}`).join('')}.`,
  })),
);

/** What WordPress does not offer to plugins: its names, and stores without a package. */
const nonPublic = [
  'Identifier[name=/^__(unstable|experimental)/]',
  'Literal[value=/^core.(interface|edit-post|edit-site)$/]',
].map((selector) => ({
  selector,
  message:
    'Only plugin/src/editor/core-internals.ts uses what WordPress does not offer to plugins.',
}));

export default tseslint.config(
  { ignores: ['build/', 'plugin/build/', 'data/', 'playwright-report/', 'test-results/'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            'eslint.config.js',
            'service/build.js',
            'service/cli/altscribe.cjs',
            'test/support/failing-disk.js',
          ],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver()],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // Objects with methods are closures here; nothing reads `this`.
      '@typescript-eslint/unbound-method': 'off',
      'no-console': 'error',
    },
  },
  {
    files: [
      'service/run-service.ts',
      'service/cli/**',
      'test/**',
      'plugin/zip.ts',
      'plugin/i18n/main.ts',
      'deploy/*.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // The warnings are for developers of other plugins.
    files: ['plugin/src/editor/image-blocks/other-blocks.ts'],
    rules: { 'no-console': ['error', { allow: ['warn'] }] },
  },
  {
    // The data are plain records.
    files: ['service/storage/lowdb/**'],
    rules: { '@typescript-eslint/no-dynamic-delete': 'off' },
  },
  {
    files: ['shared/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(?!zod$|\\.{1,2}/)', message: 'shared/ imports zod and nothing else.' },
          ],
        },
      ],
    },
  },
  ...wordpress.configs.recommended.map((config) => ({ ...config, files: ['plugin/src/**'] })),
  {
    files: ['plugin/src/**'],
    rules: {
      // Prettier runs by itself; types say what JSDoc's tags would.
      'prettier/prettier': 'off',
      'jsdoc/require-param': 'off',
      // What the newest WordPress has by default, the oldest one supported must be asked for.
      '@typescript-eslint/no-deprecated': 'off',
      // Whether the image block fills a slot is to be found out in no other way; versions do not tell.
      '@wordpress/no-unsafe-wp-apis': [
        'error',
        { '@wordpress/components': ['__experimentalUseSlotFills'] },
      ],
      // The names of the interface are in snake case.
      camelcase: 'off',
      'no-restricted-globals': ['error', 'process', 'Buffer', 'require', 'global'],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex:
                'shared/(?!languages\\.ts$|match-language\\.ts$|contract\\.ts$|alt-text/(?:checks|empty)\\.ts$)',
              message: 'The plugin takes types, languages and the checks of alt text from shared/.',
            },
          ],
        },
      ],
    },
  },
  {
    // See core-internals.ts, where each has a way out.
    files: ['plugin/src/editor/**'],
    ignores: ['plugin/src/editor/core-internals.ts'],
    rules: {
      '@wordpress/no-unsafe-wp-apis': 'error',
      'no-restricted-syntax': ['error', ...nonPublic],
    },
  },
  {
    // Components move the focus.
    files: ['plugin/src/editor/{post,store}/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...nonPublic,
        {
          selector: 'CallExpression[callee.property.name="focus"]',
          message: 'Components move the focus; ask them to by wantedRowStore.',
        },
      ],
    },
  },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
);
