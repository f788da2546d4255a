import { mayUse, type DashboardRoute } from './route.ts';
import type { DashboardMiddleware } from './state.ts';
import type { Texts } from './texts/locales.ts';

/** A page that the navigation leads to. */
export interface NavigationEntry {
  readonly name: keyof Texts['navigation'];
  readonly path: string;
}

/** Finds what the navigation shows to who has signed in: their pages, in the order of the routes. */
export function findNavigation(routes: readonly DashboardRoute[]): DashboardMiddleware {
  return async (ctx, next) => {
    ctx.state.navigation = routes.flatMap(({ navigation: name, path, access }) =>
      name && mayUse(access, ctx.state.signedIn) ? [{ name, path }] : [],
    );
    await next();
  };
}
