import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieName, readSessionCookie } from '../get-signed-in.ts';
import { signInPath } from '../paths.ts';
import { notFound, PageError } from '../render.tsx';
import { mayUse, type Access, type DashboardContext, type DashboardMiddleware } from '../state.ts';
import { formTokenField } from './form.ts';

/**
 * Refuses a form that another site sent. Browsers say where a form comes from in `Sec-Fetch-Site`
 * (https://www.w3.org/TR/fetch-metadata/; not over plain HTTP), and in `Origin`, which is `null` for
 * pages with our `Referrer-Policy`: then the form's token decides.
 */
export function requireSameOrigin(publicUrl: string | undefined): DashboardMiddleware {
  return async (ctx, next) => {
    const site = ctx.get('Sec-Fetch-Site');
    if (site && site !== 'same-origin' && site !== 'none') throw new PageError(403, 'formRefused');
    const origin = ctx.get('Origin');
    if (origin && origin !== 'null') {
      // Without TRUST_PROXY, whether the browser used TLS is not known: the host decides.
      const host = URL.canParse(origin) ? new URL(origin).host : undefined;
      const isOurs = host === ctx.host || origin === (publicUrl && new URL(publicUrl).origin);
      if (!isOurs) throw new PageError(403, 'formRefused');
    }
    await next();
  };
}

/** Lets those through whom a page is for, sends who has not signed in to do so, and is 404 for others. */
export function requireAccess(access: Access): DashboardMiddleware {
  return async (ctx, next) => {
    const { signedIn } = ctx.state;
    if (mayUse(access, signedIn)) await next();
    else if (signedIn) throw notFound();
    else {
      ctx.status = 303;
      ctx.redirect(signInPath(ctx.method === 'POST' ? undefined : ctx.url));
    }
  };
}

const cookie = 'altscribe_form';
const wellFormed = /^[\w-]{43}$/;

/**
 * Makes the token that forms carry, which no other site can know: from the id of the session, or,
 * before anybody has signed in, from a cookie of its own. It says nothing about either.
 */
export const formToken: DashboardMiddleware = async (ctx, next) => {
  const secret = ctx.state.signedIn ? readSessionCookie(ctx) : anonymousSecret(ctx);
  ctx.state.formToken = createHmac('sha256', secret ?? '')
    .update('form')
    .digest('base64url');
  await next();
};

function anonymousSecret(ctx: DashboardContext): string {
  const name = cookieName(ctx, cookie);
  const sent = ctx.cookies.get(name);
  if (sent && wellFormed.test(sent)) return sent;
  const made = randomBytes(32).toString('base64url');
  const options = { httpOnly: true, sameSite: 'lax', secure: ctx.secure, path: '/' } as const;
  ctx.cookies.set(name, made, options);
  return made;
}

/** Refuses a form that does not carry the token of this browser. */
export const requireFormToken: DashboardMiddleware = async (ctx, next) => {
  const sent = Buffer.from(ctx.state.form.get(formTokenField));
  const expected = Buffer.from(ctx.state.formToken);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    throw new PageError(403, 'formExpired');
  }
  await next();
};
