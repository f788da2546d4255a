import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Layout } from './components/layout.tsx';
import { makePageContext, PageContextProvider } from './components/page-context.ts';
import type { DashboardContext } from './state.ts';
import type { Texts } from './texts/locales.ts';

/** What stands around the content of a page. */
export interface Page {
  readonly title: string;
  /** The entry of the navigation that the page belongs to. */
  readonly current?: keyof Texts['navigation'] | 'account' | undefined;
  /** Whether a form of the page was refused. */
  readonly hasErrors?: boolean;
}

/** What is said on the page after a form has done its work. */
export type NoticeCode = keyof Texts['notices'];

/** Responds with a page. The status stays as it was set: 200, unless it was. */
export function renderPage(ctx: DashboardContext, page: Page, children: ComponentChildren): void {
  const { state } = ctx;
  const code = ctx.query['notice'];
  const notice = isNoticeCode(code, state.texts) ? state.texts.notices[code] : undefined;
  const html = renderToString(
    <PageContextProvider value={makePageContext(state, ctx.path)}>
      <Layout {...page} notice={notice}>
        {children}
      </Layout>
    </PageContextProvider>,
  );
  // A body sets the status to 200 where none was set.
  ctx.body = `<!doctype html>${html}`;
  ctx.type = 'html';
}

function isNoticeCode(code: unknown, { notices }: Texts): code is NoticeCode {
  return typeof code === 'string' && Object.hasOwn(notices, code);
}

/** Sends the browser on to one of our pages after a form has done its work. */
export function redirectAfterPost(ctx: DashboardContext, path: string, notice?: NoticeCode): void {
  const separator = path.includes('?') ? '&' : '?';
  ctx.status = 303;
  ctx.redirect(notice ? `${path}${separator}notice=${notice}` : path);
}
