import { PageError } from '../page-error.ts';
import type { DashboardMiddleware } from '../state.ts';

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
