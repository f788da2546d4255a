import { createHash } from 'node:crypto';
import { describeInterface, type Limits } from '../openapi/document.ts';
import type { Middleware } from './state.ts';

/** `GET /openapi.json`: the interface, described. The bytes are made once. */
export function openapi(limits: Limits): Middleware {
  const bytes = Buffer.from(JSON.stringify(describeInterface(limits)));
  const etag = createHash('sha256').update(bytes).digest('base64url');
  return (ctx) => {
    ctx.type = 'json';
    ctx.body = bytes;
    ctx.etag = etag;
    ctx.set('Cache-Control', 'no-cache');
    if (ctx.fresh) ctx.status = 304;
  };
}
