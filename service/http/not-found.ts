import { methodNotAllowed, pathNotFound } from '../errors.ts';
import type { Middleware } from './state.ts';

/** What the router of the pipeline leaves behind: the routes of the path, whatever their method. */
interface Matched {
  matched?: readonly { methods: readonly string[] }[];
}

/** Where no route matches: 405 when the path has other methods, for OPTIONS too, else 404. */
export const notFound: Middleware = (ctx) => {
  const methods = ((ctx as Matched).matched ?? []).flatMap((route) => route.methods);
  throw methods.length > 0 ? methodNotAllowed(methods.join(', ')) : pathNotFound();
};
