import wordpress from '@wordpress/eslint-plugin';

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

export default [
  ...wordpress.configs.recommended.map((config) => ({
    ...config,
    files: ['plugin/src/**/*.{ts,tsx}'],
  })),
  {
    files: ['plugin/src/**/*.{ts,tsx}'],
    rules: {
      // Oxfmt formats; types say what JSDoc's tags would.
      'prettier/prettier': 'off',
      '@wordpress/i18n-text-domain': ['error', { allowedTextDomain: 'altscribe' }],
      'jsdoc/require-param': 'off',
      // What the newest WordPress has by default, the oldest one supported must be asked for.
      '@typescript-eslint/no-deprecated': 'off',
      // The names of the interface are in snake case.
      camelcase: 'off',
      // Oxlint checks this.
      'no-console': 'off',
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
    files: ['plugin/src/**/*.{ts,tsx}'],
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
];
