/** Who may import whom: downwards only, from a line to those below it. Folders of one line do not know each other. */
const layers = [
  ['service/main.ts'],
  ['service/cli'],
  ['service/run-service.ts'],
  ['service/compose.ts'],
  ['service/compose-migration.ts', 'service/compose-providers.ts', 'service/compose-store.ts'],
  ['service/storage/lowdb', 'service/storage/postgres'],
  ['service/server', 'service/dashboard'],
  ['service/http'],
  ['service/operations', 'service/evaluation'],
  ['service/config'],
  ['service/prompting'],
  ['service/alerts'],
  ['service/providers', 'service/images'],
  ['service/metrics'],
  ['service/accounts'],
  ['service/mail'],
  ['service/storage'],
  ['service/storage/interfaces'],
  ['service/concurrency'],

  ['plugin/src/editor/index.tsx'],
  ['plugin/src/editor/panel', 'plugin/src/editor/review'],
  ['plugin/src/editor/toolbar'],
  [
    'plugin/src/editor/commands',
    'plugin/src/editor/upload-to-library',
    'plugin/src/editor/image-parts',
  ],
  ['plugin/src/editor/main.tsx'],
  ['plugin/src/editor/pre-publish', 'plugin/src/editor/uploads'],
  ['plugin/src/editor/inspector'],
  ['plugin/src/editor/sidebar'],
  ['plugin/src/editor/components'],
  ['plugin/src/editor/hooks'],
  ['plugin/src/editor/store'],
  ['plugin/src/editor/post'],
  ['plugin/src/editor/image-blocks'],
  ['plugin/src/editor/boot-data.ts'],
  [
    'plugin/src/classic-editor',
    'plugin/src/connector',
    'plugin/src/media-library',
    'plugin/src/media-page',
    'plugin/src/settings',
  ],
  ['plugin/src/common'],

  ['shared'],
];

/** Upwards all the same: [from, to]. */
const exceptions = [['service/run-service.ts', 'service/cli/socket/server.ts']];

const listed = layers.flat();
/** @param {string} part */
const pathOf = (part) => (/\.tsx?$/.test(part) ? `^${part.replaceAll('.', '\\.')}$` : `^${part}/`);
const inside = (part) => listed.filter((other) => other.startsWith(`${part}/`)).map(pathOf);

const downwards = layers.flatMap((line, index) =>
  line.map((part) => ({
    name: `${part} imports downwards only`,
    severity: 'error',
    from: { path: pathOf(part), pathNot: inside(part) },
    to: {
      path: [...layers.slice(0, index).flat(), ...line.filter((other) => other !== part)].map(
        pathOf,
      ),
      pathNot: [
        ...[part, ...layers.slice(index + 1).flat()].map(pathOf),
        ...exceptions.filter(([from]) => from === part).map(([, to]) => pathOf(to)),
      ],
    },
  })),
);

module.exports = {
  forbidden: [
    { name: 'no import cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'a new folder gets its line among the layers',
      severity: 'error',
      from: { path: '^(service|plugin/src)/.*\\.tsx?$', pathNot: listed.map(pathOf) },
      to: { pathNot: '^nothing$' },
    },
    ...downwards,
    {
      name: 'a store knows only what all stores share',
      severity: 'error',
      from: { path: '^service/storage/(\\w+)/' },
      to: {
        path: '^(service|shared)/',
        pathNot: [
          '^service/storage/$1/',
          '^service/storage/interfaces/',
          '^service/storage/[^/]+$',
          '^service/concurrency/',
        ],
      },
    },
    {
      name: 'the screens of the plugin share what is in common/',
      severity: 'error',
      from: { path: '^plugin/src/(\\w[\\w-]*)/' },
      to: { path: '^plugin/src/', pathNot: ['^plugin/src/$1/', '^plugin/src/common/'] },
    },
    {
      name: 'the service and the plugin share what is in shared/',
      severity: 'error',
      from: { path: '^(service|plugin/src)/' },
      to: { path: '^(service|plugin|test)/', pathNot: '^$1/' },
    },
    {
      name: 'shared/ imports zod and nothing else',
      severity: 'error',
      from: { path: '^shared/' },
      to: { pathNot: ['^shared/', '^node_modules/zod/'] },
    },
    {
      name: 'the plugin takes types, languages and the checks of alt text from shared/',
      severity: 'error',
      from: { path: '^plugin/src/' },
      to: {
        path: '^shared/',
        pathNot:
          '^shared/(languages|match-language|contract|alt-text/(checks|empty|file-name|hints|nearby))\\.ts$',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types, too, may not go round in circles.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
