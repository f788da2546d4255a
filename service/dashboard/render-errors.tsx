import { Notice } from './components/notice.tsx';
import { PageError } from './page-error.ts';
import { home } from './paths.ts';
import { renderPage } from './render.tsx';
import type { DashboardMiddleware } from './state.ts';

/** Shows whatever went wrong as a page; an error that nobody expects is a fault of ours. */
export const renderErrorPages: DashboardMiddleware = async (ctx, next) => {
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
        {known.status === 500 && <p>{errors.requestId(ctx.state.requestId)}</p>}
        <p>
          <a href={home}>{ctx.state.signedIn ? errors.goHome : signIn.title}</a>
        </p>
      </>,
    );
  }
};
