import Router from '@koa/router';
import { serveAssets } from './assets.ts';
import { findSession } from './find-session.ts';
import { findNavigation } from './navigation.ts';
import { negotiateLanguage } from './negotiate-language.ts';
import { formToken, requireFormToken } from './protection/form-token.ts';
import { readForm } from './protection/read-form.ts';
import { requireAccess } from './protection/require-access.ts';
import { requireSameOrigin } from './protection/require-same-origin.ts';
import { securityHeaders } from './protection/security-headers.ts';
import { renderErrorPages } from './render-errors.tsx';
import type { DashboardRoute } from './route.ts';
import { routes } from './routes.ts';
import type {
  DashboardContext,
  DashboardDeps,
  DashboardMiddleware,
  DashboardState,
} from './state.ts';
import { unknownRoute } from './unknown-route.ts';

/** Everything under `/dashboard`, in order. What is elsewhere goes on to the next middleware. */
export function createDashboard(deps: DashboardDeps): DashboardMiddleware {
  const pages = new Router<DashboardState>({ strict: true, sensitive: true });
  for (const route of routes) mount(pages, route, deps);

  const dashboard = new Router<DashboardState>({ strict: true, sensitive: true });
  dashboard.all(
    /^\/dashboard(?:\/.*)?$/,
    securityHeaders,
    negotiateLanguage,
    renderErrorPages,
    serveAssets,
    findSession(deps.accountStore),
    findNavigation(routes),
    formToken,
    pages.routes(),
    unknownRoute,
  );
  return dashboard.routes();
}

function mount(pages: Router<DashboardState>, route: DashboardRoute, deps: DashboardDeps): void {
  const access = requireAccess(route.access);
  const handle = (ctx: DashboardContext) => route.handle(ctx, deps);
  if (route.method === 'GET') pages.get(route.path, access, handle);
  else {
    const sameOrigin = requireSameOrigin(deps.publicUrl);
    pages.post(route.path, sameOrigin, access, readForm, requireFormToken, handle);
  }
}
