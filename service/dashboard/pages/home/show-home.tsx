import { getSignedIn } from '../../get-signed-in.ts';
import { home as root, homePath } from '../../paths.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../state.ts';
import { OperatorHome, readOperatorHome } from './operator-home.tsx';
import { OwnerHome, readOwnerHome } from './owner-home.tsx';

/** The page after signing in: what matters to an owner, an operator, or someone who is both. */
const showHome: DashboardRoute = {
  method: 'GET',
  path: homePath,
  access: 'signed-in',
  navigation: 'home',
  async handle(ctx, deps) {
    const signedIn = getSignedIn(ctx);
    const { owner } = signedIn;
    const [forOwner, forOperator] = await Promise.all([
      owner && readOwnerHome(deps, owner, signedIn),
      signedIn.login.is_operator ? readOperatorHome(deps, signedIn) : undefined,
    ]);
    const { home } = ctx.state.texts;
    renderPage(
      ctx,
      { title: home.title, current: 'home' },
      <>
        {forOwner && <OwnerHome {...forOwner} />}
        {forOwner && forOperator && <h2>{home.service}</h2>}
        {forOperator && <OperatorHome {...forOperator} />}
      </>,
    );
  },
};

/** Redirects to the home page, with the notice if there is one. */
const redirectHome: DashboardRoute = {
  method: 'GET',
  path: root,
  access: 'signed-in',
  handle: (ctx) => ctx.redirect(homePath + ctx.search),
};

/** The routes of the home page. */
export const home: readonly DashboardRoute[] = [redirectHome, showHome];
