/** The strings in PHP and in the plugin's header. */
import { join } from 'node:path';
import { po } from 'gettext-parser';
import wpPot from 'wp-pot';
import type { Message } from './messages.ts';

const textDomain = 'altscribe';

/**
 * The strings of all PHP files of the plugin.
 *
 * @param plugin - its folder.
 */
export function readPhpStrings(plugin: string): Message[] {
  const extractor = new wpPot.WP_Pot({
    pathsRelativeTo: plugin,
    php: {
      textdomain: textDomain,
      metadataFile: join(plugin, 'altscribe.php'),
      ignoreTemplateNameHeader: true,
    },
  });
  extractor.parse([
    join(plugin, 'altscribe.php'),
    join(plugin, 'includes/**/*.php'),
    join(plugin, 'uninstall.php'),
  ]);
  const { translations } = po.parse(extractor.generatePot());
  return Object.values(translations)
    .flatMap((context) => Object.values(context))
    .filter(({ msgid }) => msgid !== '')
    .flatMap(({ msgid, msgid_plural, msgctxt, comments }) =>
      listFiles(comments?.reference).map((reference) => ({
        msgid,
        ...(msgid_plural !== undefined && { msgid_plural }),
        ...(msgctxt !== undefined && msgctxt !== '' && { msgctxt }),
        comment: comments?.extracted ?? '',
        reference,
      })),
    );
}

/** `includes/a.php:12, includes/b.php:3` -> files, each once. */
function listFiles(references = ''): string[] {
  const files = references.split(/[\s,]+/).map((reference) => reference.replace(/:\d+$/, ''));
  return [...new Set(files)];
}
