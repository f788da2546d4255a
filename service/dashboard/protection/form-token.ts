import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import bodyParser from 'koa-bodyparser';
import { cookieName, readSessionCookie } from '../get-signed-in.ts';
import { lacksSecondFactor } from '../../accounts/second-factor.ts';
import { accountPagePath, mayGoWithout, signInPath } from '../paths.ts';
import { notFound, PageError, redirectAfterPost } from '../render.tsx';
import { mayUse, type Access, type DashboardContext, type DashboardMiddleware } from '../state.ts';
import { formTokenField, parseForm } from './form.ts';

/**
 * Refuses a form submitted from another site. Browsers name the origin of a form in
 * `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/; not over plain HTTP) and in `Origin`,
 * which is `null` for pages with our `Referrer-Policy`; in that case the form's token decides.
 */
export function requireSameOrigin(publicUrl: string | undefined): DashboardMiddleware {
  return async (ctx, next) => {
    const site = ctx.get('Sec-Fetch-Site');
    const origin = ctx.get('Origin');
    if (site && site !== 'same-origin' && site !== 'none') throw refused(ctx, publicUrl);
    if (origin && origin !== 'null') {
      // Without TRUST_PROXY, the service can't tell whether the browser used TLS, so only the host
      // counts.
      const host = URL.canParse(origin) ? new URL(origin).host : undefined;
      const isOurs = host === ctx.host || origin === (publicUrl && new URL(publicUrl).origin);
      if (!isOurs) throw refused(ctx, publicUrl);
    }
    await next();
  };
}

/** The log names both addresses: behind a proxy that changes the host, they differ for our own forms. */
function refused(ctx: DashboardContext, publicUrl: string | undefined): PageError {
  const sent = ctx.get('Origin');
  ctx.state.log.warn(
    {
      origin: URL.canParse(sent) ? new URL(sent).origin : undefined,
      expected: publicUrl ?? `${ctx.protocol}://${ctx.host}`,
    },
    'form refused: it was sent from another address',
  );
  return new PageError(403, 'formRefused');
}

/**
 * Lets users with access to the page through, redirects signed-out users to sign in, and responds
 * 404 to others.
 */
export function requireAccess(access: Access): DashboardMiddleware {
  return async (ctx, next) => {
    const { signedIn } = ctx.state;
    if (mayUse(access, signedIn)) {
      const isWaiting = access !== 'anyone' && signedIn && lacksSecondFactor(signedIn.secondFactor);
      if (!isWaiting || mayGoWithout(ctx.path)) await next();
      else redirectAfterPost(ctx, accountPagePath, 'secondFactorRequired');
    } else if (signedIn) throw notFound();
    else {
      ctx.status = 303;
      ctx.redirect(signInPath(ctx.method === 'POST' ? undefined : ctx.url));
    }
  };
}

const cookie = 'altscribe_form';
const wellFormed = /^[\w-]{43}$/;

/**
 * Makes the token of forms, which no other site can know: from the session id or, before signing
 * in, from a separate cookie. It reveals neither.
 */
export function setFormToken(ctx: DashboardContext): void {
  const secret = ctx.state.signedIn ? readSessionCookie(ctx) : anonymousSecret(ctx);
  ctx.state.formToken = createHmac('sha256', secret ?? '')
    .update('form')
    .digest('base64url');
}

export const formToken: DashboardMiddleware = async (ctx, next) => {
  setFormToken(ctx);
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

const type = 'application/x-www-form-urlencoded';
const maxBytes = 64 * 1024;

const readText = bodyParser({
  // As text, because its form parser makes objects of names such as `a[b]`.
  enableTypes: ['text'],
  extendTypes: { text: [type] },
  textLimit: String(maxBytes),
  onerror: (error) => {
    throw 'status' in error && error.status === 413 ? tooLarge() : new PageError(400, 'badForm');
  },
});

/** Reads the submitted form, at most 64 kB, in the one encoding that our forms use. */
export const readForm: DashboardMiddleware = async (ctx, next) => {
  if (!ctx.is(type) || ctx.get('Content-Encoding')) throw new PageError(415, 'badForm');
  if (Number(ctx.get('Content-Length')) > maxBytes) throw tooLarge();
  await readText(ctx, () => Promise.resolve());
  const { body } = ctx.request;
  ctx.state.form = parseForm(typeof body === 'string' ? body : '', ctx.state.texts);
  await next();
};

function tooLarge(): PageError {
  return new PageError(413, 'formTooLarge');
}

/** Refuses a form without the token of this browser. */
export const requireFormToken: DashboardMiddleware = async (ctx, next) => {
  const sent = Buffer.from(ctx.state.form.get(formTokenField));
  const expected = Buffer.from(ctx.state.formToken);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    throw new PageError(403, 'formExpired');
  }
  await next();
};
