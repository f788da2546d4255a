import wordpress from '@wordpress/eslint-plugin';
import tseslint from 'typescript-eslint';

/** What WordPress does not offer to plugins: its names, stores without a package, slots and class names. */
const nonPublic = [
  'Identifier[name=/^(__(unstable|experimental|default$)|getCachedResolvers$)/]',
  'Literal[value=/^(core.(interface|edit-post|edit-site)|InspectorControlsContent|__default)$/]',
  'Literal[value=/(^|[ .])(interface-complementary-area|entities-saved-states)/]',
].map((selector) => ({
  selector,
  message:
    'Only plugin/src/common/core-internals.ts uses what WordPress does not offer to plugins.',
}));

export default tseslint.config(
  { ignores: ['build/', 'plugin/build/', 'data/', 'playwright-report/', 'test-results/'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            '.dependency-cruiser.cjs',
            'eslint.config.js',
            'service/build.js',
            'service/cli/altscribe.cjs',
            'test/support/failing-disk.js',
          ],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
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
    files: ['plugin/src/editor/image-blocks/entries.ts'],
    rules: { 'no-console': ['error', { allow: ['warn'] }] },
  },
  {
    // The data are plain records.
    files: ['service/storage/lowdb/**'],
    rules: { '@typescript-eslint/no-dynamic-delete': 'off' },
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
      // The names of the interface are in snake case.
      camelcase: 'off',
      'no-restricted-globals': ['error', 'process', 'Buffer', 'require', 'global'],
    },
  },
  {
    // Whether the image block fills a slot cannot be found out in any other way: versions do not tell.
    files: ['plugin/src/common/core-internals.ts'],
    rules: {
      '@wordpress/no-unsafe-wp-apis': [
        'error',
        { '@wordpress/components': ['__experimentalUseSlotFills'] },
      ],
    },
  },
  {
    // See core-internals.ts, where each has a way out.
    files: ['plugin/src/**'],
    ignores: ['plugin/src/common/core-internals.ts'],
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
          message: 'Components move the focus; ask them to by focusRequestStore.',
        },
      ],
    },
  },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
);
