/** `npm run demo`: a WordPress with the plugin, and its service, to try out. */
import { supervise } from './supervise.ts';

await supervise(new URL('stage.ts', import.meta.url));
