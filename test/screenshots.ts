/**
 * `npm run screenshots`: takes the two screenshots of README and readme.txt anew, from a real
 * WordPress, into plugin/.wordpress-org. The texts in them were written by hand, as a model would.
 */
import { supervise } from './demo/supervise.ts';

await supervise(new URL('demo/screenshots-stage.ts', import.meta.url));
