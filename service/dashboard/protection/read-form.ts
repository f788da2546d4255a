import bodyParser from 'koa-bodyparser';
import { PageError } from '../render.tsx';
import type { DashboardMiddleware } from '../state.ts';
import { parseForm } from './form.ts';

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
