import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where WordPress is kept between runs: outside the repository, and out of reach of `git clean`. */
export function cacheFolder(): string {
  const { ALTSCRIBE_CACHE_DIR, XDG_CACHE_HOME } = process.env;
  return ALTSCRIBE_CACHE_DIR || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'altscribe');
}
