import { createHash, randomUUID } from 'node:crypto';
import { PageError } from './render.tsx';
import type { DashboardContext } from './state.ts';

const field = 'form_id';
const wellFormed = /^[0-9a-f-]{36}$/;

/** Makes a form take effect once, even if the next page is reloaded or two clicks submit it. */
export function OneUse() {
  return <input type="hidden" name={field} value={randomUUID()} />;
}

/**
 * The id of what a form creates. Submitting the same form again gives the same id, so the store can
 * tell that it was already created. Callers can't choose the id.
 */
export function idOfForm(ctx: DashboardContext, ownerId: string): string {
  const formId = ctx.state.form.get(field);
  if (!wellFormed.test(formId)) throw new PageError(400, 'badForm');
  return createHash('sha256').update(`${ownerId}\n${formId}`).digest('hex').slice(0, 12);
}
