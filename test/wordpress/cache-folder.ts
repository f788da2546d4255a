import { homedir } from 'node:os';
import { join } from 'node:path';

/** The cache for WordPress, outside the repository and safe from `git clean`. */
export function cacheFolder(): string {
  const { ALTSCRIBE_CACHE_DIR, XDG_CACHE_HOME } = process.env;
  return ALTSCRIBE_CACHE_DIR || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'altscribe');
}
