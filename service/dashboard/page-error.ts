import type { Texts } from './texts/locales.ts';

/** An error that is shown as a page. */
export class PageError extends Error {
  override readonly name = 'PageError';

  readonly status: number;
  /** Which of the texts says it. */
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

/** 404, the same for what does not exist, is somebody else's, or is for another role. */
export function notFound(): PageError {
  return new PageError(404, 'notFound');
}

/** 429, with the seconds to wait. */
export function tooManyRequests(seconds: number): PageError {
  return new PageError(429, 'tooManyRequests', { 'Retry-After': String(seconds) });
}
