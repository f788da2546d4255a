import { badRequest } from '../operations/errors.ts';
import type { Middleware } from './state.ts';

/** Room for everything in a request except the image. */
const otherFieldsBytes = 64 * 1024;

/** Maximum body size, in bytes, for an image of `imageMaxBytes` in base64. */
export function maxBodyBytes(imageMaxBytes: number): number {
  return Math.ceil(imageMaxBytes / 3) * 4 + otherFieldsBytes;
}

/** The error for a body over `limit` bytes. */
export function bodyTooLarge(limit: number) {
  const megabytes = (limit / 1024 / 1024).toFixed(1);
  return badRequest([
    {
      path: '',
      code: 'request_too_large',
      message: `The request is too large. Send at most ${megabytes} MB.`,
    },
  ]);
}

/**
 * Before anything is read, refuses a body that is declared larger than `limit` bytes, and any
 * `Content-Encoding`: a decoder would run before the caller is authenticated.
 */
export function requestSize(limit: number): Middleware {
  return (ctx, next) => {
    if (ctx.get('Content-Encoding')) {
      throw badRequest([
        {
          path: '',
          code: 'content_encoding_unsupported',
          message: 'Send the request without Content-Encoding, as plain JSON.',
        },
      ]);
    }
    if (Number(ctx.get('Content-Length')) > limit) throw bodyTooLarge(limit);
    return next();
  };
}
