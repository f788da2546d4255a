import { fileURLToPath } from 'node:url';
import config from '@wordpress/scripts/config/webpack.config.js';
import webpack from 'webpack';

/** Libraries ask for their notice wherever they are; wp-scripts takes out comments when it minifies. */
const notice = (text, include) =>
  new webpack.BannerPlugin({
    banner: `/*! ${text} */`,
    raw: true,
    // Chunks are named with their version: diff-words.js?ver=…
    include,
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

const notices = [
  notice(
    'jsdiff | Copyright (c) 2009-2015, Kevin Decker <kpdecker@gmail.com> | BSD-3-Clause https://github.com/kpdecker/jsdiff/blob/master/LICENSE',
    /(^|\/)diff-words\.js(\?|$)/,
  ),
  notice(
    'noble-hashes | Copyright (c) 2022 Paul Miller (paulmillr.com) | MIT https://github.com/paulmillr/noble-hashes/blob/main/LICENSE',
    /(^|\/)editor\.js(\?|$)/,
  ),
];

// The comments for translators are in the .pot file. In the scripts, every user would load them.
for (const { options } of config.optimization.minimizer) {
  options.minimizer.options.output.comments = false;
}

export default {
  ...config,
  plugins: [...config.plugins, ...notices],
  // In node_modules/.cache. Builds happen before each run of the end-to-end tests.
  cache: { type: 'filesystem', buildDependencies: { config: [fileURLToPath(import.meta.url)] } },
};
