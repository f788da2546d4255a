import type { DashboardMiddleware } from './state.ts';
import { locales, textsOf } from './texts/locales.ts';

/** Finds the language of the page by `Accept-Language`; English where none fits. */
export const negotiateLanguage: DashboardMiddleware = async (ctx, next) => {
  ctx.state.locale = locales.find((locale) => locale === ctx.acceptsLanguages(...locales)) ?? 'en';
  ctx.state.texts = textsOf(ctx.state.locale);
  ctx.vary('Accept-Language');
  await next();
};
