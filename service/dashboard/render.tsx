import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Layout } from './components/layout.tsx';
import { makePageContext, PageContextProvider } from './components/page-context.ts';
import type { Texts } from './locales/locales.ts';
import type { DashboardContext } from './state.ts';

/** An error that is shown as a page. */
export class PageError extends Error {
  override readonly name = 'PageError';

  readonly status: number;
  /** The key of its text. */
  readonly code: Exclude<keyof Texts['errors'], 'requestId' | 'goHome'>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: PageError['code'],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** 404, the same if a page doesn't exist, belongs to another user, or is for another role. */
export function notFound(): PageError {
  return new PageError(404, 'notFound');
}

/** 429, with the seconds to wait. */
export function tooManyRequests(seconds: number): PageError {
  return new PageError(429, 'tooManyRequests', { 'Retry-After': String(seconds) });
}

/** One page of a complete list, and the URLs of the pages beside it. */
interface PageOfList<Item> {
  readonly items: readonly Item[];
  readonly newest: string | undefined;
  readonly older: string | undefined;
}

/** The requested page, from 1; the last one if there are fewer. */
export function pageOf<Item>(
  list: readonly Item[],
  { path, query }: Pick<DashboardContext, 'path' | 'query'>,
  size: number,
): PageOfList<Item> {
  const last = Math.max(1, Math.ceil(list.length / size));
  const asked = /^\d{1,6}$/.test(String(query['page'])) ? Number(query['page']) : 1;
  const page = Math.min(Math.max(asked, 1), last);
  const address = (number: number) => {
    const kept = new URLSearchParams(query as Record<string, string>);
    kept.delete('notice');
    kept.set('page', String(number));
    return `${path}?${kept}`;
  };
  return {
    items: list.slice((page - 1) * size, page * size),
    newest: page > 1 ? address(1) : undefined,
    older: page < last ? address(page + 1) : undefined,
  };
}

/**
 * One page of rows, of which one more was read than fits.
 * @returns `last`, the last row of the page, if there are more after it
 */
export function pageFrom<Row>(
  found: readonly Row[],
  size: number,
): { rows: Row[]; last: Row | undefined } {
  const rows = found.slice(0, size);
  return { rows, last: found.length > size ? rows.at(-1) : undefined };
}

/** A part of a URL, if it contains no control characters, which stores don't accept. */
export function addressText(value: unknown): string {
  return typeof value === 'string' && !/\p{Cc}/u.test(value) ? value : '';
}

/** A query parameter, if it is given once. */
export function queryText({ query }: Pick<DashboardContext, 'query'>, name: string): string {
  return addressText(query[name]);
}

/** The frame of a page's content. */
interface Page {
  readonly title: string;
  /** The navigation entry of the page. */
  readonly current?: keyof Texts['navigation'] | 'account' | undefined;
  /** Whether a form on the page was rejected. */
  readonly hasErrors?: boolean;
}

/** The confirmation after a form was submitted. */
export type NoticeCode = keyof Texts['notices'];

/** Responds with a page. The status is 200 unless it was already set. */
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
  // Setting the body sets the status to 200, unless one was set.
  ctx.body = `<!doctype html>${html}`;
  ctx.type = 'html';
}

function isNoticeCode(code: unknown, { notices }: Texts): code is NoticeCode {
  return typeof code === 'string' && Object.hasOwn(notices, code);
}

/** Redirects to one of our pages after a form was submitted. */
export function redirectAfterPost(ctx: DashboardContext, path: string, notice?: NoticeCode): void {
  const separator = path.includes('?') ? '&' : '?';
  ctx.status = 303;
  ctx.redirect(notice ? `${path}${separator}notice=${notice}` : path);
}
