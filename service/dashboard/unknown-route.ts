import { notFound, PageError } from './page-error.ts';
import { mayUse } from './route.ts';
import { routes } from './routes.ts';
import type { DashboardMiddleware } from './state.ts';

/** What the router leaves behind: the routes of the path, whatever their method. */
interface Matched {
  readonly matched?: readonly { readonly path: string | RegExp }[];
}

/** Where no route matches: 405 when the path has other methods for this person, else 404. */
export const unknownRoute: DashboardMiddleware = (ctx) => {
  const { signedIn } = ctx.state;
  const paths = new Set(((ctx as Matched).matched ?? []).map(({ path }) => path));
  const methods = routes
    .filter(({ path, access }) => paths.has(path) && (!signedIn || mayUse(access, signedIn)))
    .flatMap(({ method }) => (method === 'GET' ? ['HEAD', 'GET'] : [method]));
  if (methods.length === 0) throw notFound();
  throw new PageError(405, 'methodNotAllowed', { Allow: [...new Set(methods)].join(', ') });
};
