import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { PageError } from '../page-error.ts';
import { cookieName, readSessionCookie } from '../session-cookie.ts';
import { formTokenField } from './form-token-field.ts';
import type { DashboardContext, DashboardMiddleware } from '../state.ts';

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
