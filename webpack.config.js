import config from '@wordpress/scripts/config/webpack.config.js';
import webpack from 'webpack';

/** jsdiff asks for its notice wherever it is; wp-scripts takes out comments when it minifies. */
const notice = new webpack.BannerPlugin({
  banner:
    '/*! jsdiff | Copyright (c) 2009-2015, Kevin Decker <kpdecker@gmail.com> | BSD-3-Clause ' +
    'https://github.com/kpdecker/jsdiff/blob/master/LICENSE */',
  raw: true,
  // Chunks are named with their version: diff-words.js?ver=…
  include: /(^|\/)diff-words\.js(\?|$)/,
  stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
});

// The comments for translators are in the .pot file. In the scripts, every user would load them.
for (const { options } of config.optimization.minimizer) {
  options.minimizer.options.output.comments = false;
}

export default { ...config, plugins: [...config.plugins, notice] };
