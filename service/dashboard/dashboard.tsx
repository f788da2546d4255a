import Router from '@koa/router';
import type { Middleware } from 'koa';
import { findSession as findSessionById } from '../accounts/sessions.ts';
import { serveAssets } from './assets.ts';
import { Details, Notice } from './components/facts.tsx';
import { readSessionCookie } from './get-signed-in.ts';
import { locales, textsOf } from './locales/locales.ts';
import { home } from './paths.ts';
import {
  formToken,
  readForm,
  requireAccess,
  requireFormToken,
  requireSameOrigin,
} from './protection/form-token.ts';
import { createChallenges } from './protection/challenges.ts';
import { createGuessLimit } from './protection/guess-limit.ts';
import { notFound, PageError, renderPage } from './render.tsx';
import { routes } from './routes.ts';
import {
  findNavigation,
  mayUse,
  type DashboardDeps,
  type DashboardMiddleware,
  type DashboardOptions,
  type DashboardRoute,
  type DashboardState,
  type PageContext,
} from './state.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Security headers for every response of the dashboard. */
const securityHeaders: DashboardMiddleware = async (ctx, next) => {
  ctx.set({
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  });
  if (ctx.secure) ctx.set('Strict-Transport-Security', 'max-age=31536000');
  await next();
};

/** Finds the signed-in user by the cookie. */
function findSession({ accountStore: store, background }: DashboardOptions): DashboardMiddleware {
  return async (ctx, next) => {
    ctx.vary('Cookie');
    const id = readSessionCookie(ctx);
    const found = id ? await findSessionById(store, id, background) : undefined;
    if (found) {
      const account = await store.findAccount(found.login.user_id);
      const owner = account?.owner_id === account?.user_id ? account : undefined;
      const secondFactor = await store.findSecondFactor(found.login.user_id);
      ctx.state.signedIn = { ...found, owner, secondFactor };
    }
    await next();
  };
}

/** Finds the language of the page by `Accept-Language`; English if none matches. */
const negotiateLanguage: DashboardMiddleware = async (ctx, next) => {
  ctx.state.locale = locales.find((locale) => locale === ctx.acceptsLanguages(...locales)) ?? 'en';
  ctx.state.texts = textsOf(ctx.state.locale);
  ctx.vary('Accept-Language');
  await next();
};

/** The state that the router leaves: the routes of the path, for any method. */
interface Matched {
  readonly matched?: readonly { readonly path: string | RegExp }[];
}

/** If no route matches: 405 if the path has other methods for this user, otherwise 404. */
const unknownRoute: DashboardMiddleware = (ctx) => {
  const { signedIn } = ctx.state;
  const paths = new Set(((ctx as Matched).matched ?? []).map(({ path }) => path));
  const methods = routes
    .filter(({ path, access }) => paths.has(path) && (!signedIn || mayUse(access, signedIn)))
    .flatMap(({ method }) => (method === 'GET' ? ['HEAD', 'GET'] : [method]));
  if (methods.length === 0) throw notFound();
  throw new PageError(405, 'methodNotAllowed', { Allow: [...new Set(methods)].join(', ') });
};

/** Shows any error as a page. An unexpected error is a fault of the service. */
const renderErrorPages: DashboardMiddleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof PageError)) ctx.state.log.error({ err: error }, 'unexpected error');
    const known = error instanceof PageError ? error : new PageError(500, 'internal');
    const { errors, signIn } = ctx.state.texts;
    const { title, text } = errors[known.code];
    ctx.set(known.headers);
    ctx.status = known.status;
    renderPage(
      ctx,
      { title },
      <>
        <Notice kind="error">{text}</Notice>
        {known.status === 500 && (
          <Details>
            <p>{errors.requestId(ctx.state.requestId)}</p>
          </Details>
        )}
        <p>
          <a href={home}>{ctx.state.signedIn ? errors.goHome : signIn.title}</a>
        </p>
      </>,
    );
  }
};

/** Everything under `/dashboard`, in order. Other paths go on to the next middleware. */
export function createDashboard(options: DashboardOptions): Middleware {
  const guessLimit = createGuessLimit(options);
  const deps = { ...options, guessLimit, challenges: createChallenges(options.challengeStore) };
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
    findSession(deps),
    findNavigation(routes),
    formToken,
    pages.routes(),
    unknownRoute,
  );
  const serve = dashboard.routes();
  // The router adds the properties that its types require.
  return async (ctx, next) => {
    await serve(ctx as Parameters<typeof serve>[0], next);
  };
}

/** The page context if something fails before the user is known. */
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
