import Router from '@koa/router';
import type { Middleware } from 'koa';
import { serveAssets } from './assets.ts';
import { findSession } from './find-session.ts';
import { findNavigation } from './navigation.ts';
import { negotiateLanguage } from './negotiate-language.ts';
import { formToken, requireFormToken } from './protection/form-token.ts';
import { createGuessLimit } from './protection/guess-limit.ts';
import { readForm } from './protection/read-form.ts';
import { requireAccess } from './protection/require-access.ts';
import { requireSameOrigin } from './protection/require-same-origin.ts';
import { securityHeaders } from './protection/security-headers.ts';
import { renderErrorPages } from './render-errors.tsx';
import type { DashboardRoute } from './route.ts';
import { routes } from './routes.ts';
import type {
  DashboardDeps,
  DashboardMiddleware,
  DashboardOptions,
  DashboardState,
  PageContext,
} from './state.ts';
import { unknownRoute } from './unknown-route.ts';

/** Everything under `/dashboard`, in order. What is elsewhere goes on to the next middleware. */
export function createDashboard(options: DashboardOptions): Middleware {
  const deps = { ...options, guessLimit: createGuessLimit(options) };
  const pages = new Router<DashboardState>({ strict: true, sensitive: true });
  for (const route of routes) mount(pages, route, deps);

  const dashboard = new Router<DashboardState>({ strict: true, sensitive: true });
  dashboard.all(
    /^\/dashboard(?:\/.*)?$/,
    securityHeaders,
    serveAssets,
    beginSignedOut,
    negotiateLanguage,
    renderErrorPages,
    findSession(deps.accountStore),
    findNavigation(routes),
    formToken,
    pages.routes(),
    unknownRoute,
  );
  const serve = dashboard.routes();
  // The router adds to the context what its types ask for.
  return async (ctx, next) => {
    await serve(ctx as Parameters<typeof serve>[0], next);
  };
}

/** What a page shows where something goes wrong before anybody is found. */
const beginSignedOut: DashboardMiddleware = async ({ state }, next) => {
  Object.assign(state, { signedIn: undefined, navigation: [], formToken: '' });
  await next();
};

function mount(pages: Router<DashboardState>, route: DashboardRoute, deps: DashboardDeps): void {
  const access = requireAccess(route.access);
  const handle = (ctx: PageContext) => route.handle(ctx, deps);
  if (route.method === 'GET') pages.get(route.path, access, handle);
  else {
    const sameOrigin = requireSameOrigin(deps.publicUrl);
    pages.post(route.path, sameOrigin, access, readForm, requireFormToken, handle);
  }
}
