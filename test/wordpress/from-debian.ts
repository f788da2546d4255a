import type { WordPressVersion } from './get-wordpress.ts';
import { layOutDebianWordPress } from './lay-out-debian-wordpress.ts';
import { unpackDebianPackages } from './debian-packages.ts';

const SUITES: Record<WordPressVersion, string> = { '7.1': 'sid', '6.8': 'trixie' };

/** WordPress itself and the packages that Debian split off and linked. */
const PACKAGES = [
  'wordpress',
  'wordpress-theme-twentytwentyfive',
  'libjs-underscore',
  'libjs-lodash',
  'libjs-jquery-ui',
  'libjs-cropper',
  'libphp-phpmailer',
  'php-getid3',
  'ca-certificates',
];

/**
 * Downloads Debian's packages of WordPress and unpacks them.
 *
 * @returns the folder that holds WordPress, inside `workFolder`.
 */
export async function fetchFromDebian(
  workFolder: string,
  version: WordPressVersion,
): Promise<string> {
  const suite = SUITES[version];
  return layOutDebianWordPress(await unpackDebianPackages(workFolder, suite, PACKAGES));
}
