/**
 * `npm run screenshots`: retakes the screenshots of README, docs and readme.txt: of a real
 * WordPress, into plugin/.wordpress-org, and of the dashboard, into docs. Their texts were written
 * by hand, like those of a model.
 */
import { supervise } from './demo/supervise.ts';

await supervise(new URL('demo/screenshots-stage.ts', import.meta.url));
