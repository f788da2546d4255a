import { createHash, randomUUID } from 'node:crypto';
import { PageError } from './render.tsx';
import type { DashboardContext } from './state.ts';

const field = 'form_id';
const wellFormed = /^[0-9a-f-]{36}$/;

/** What makes a form do its work once, also when the page after it is reloaded or two clicks send it. */
export function OneUse() {
  return <input type="hidden" name={field} value={randomUUID()} />;
}

/**
 * The id of what a form makes: the same for the same form of the same owner, so that the store can
 * tell that it was made already. Nobody can choose it.
 */
export function idOfForm(ctx: DashboardContext, ownerId: string): string {
  const formId = ctx.state.form.get(field);
  if (!wellFormed.test(formId)) throw new PageError(400, 'badForm');
  return createHash('sha256').update(`${ownerId}\n${formId}`).digest('hex').slice(0, 12);
}
