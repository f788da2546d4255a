import type { DashboardRoute } from '../../route.ts';
import type { DashboardContext, DashboardDeps } from '../../state.ts';
import { expirySchema } from './expiry.ts';
import { keyNameProblem } from './key-name.ts';
import { showKeys } from './list-keys.tsx';
import { makeOnce, type MadeKey } from './make-once.ts';
import { showNewKey } from './new-key.tsx';
import { noteKeyChange } from './note-key-change.ts';
import { keysPath } from './paths.ts';

/** Makes a key, and shows it in the response itself, so that it is in no address. */
export const createKey: DashboardRoute = {
  method: 'POST',
  path: keysPath,
  access: 'owner',
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const name = form.get('name').trim();
    const expiry = expirySchema.safeParse(form.get('expiry'));
    const errors = {
      ...form.errors,
      name: form.errors['name'] ?? keyNameProblem(name, texts),
      expiry: expiry.success ? undefined : texts.form.notListed,
    };
    if (errors.name || !expiry.success) {
      ctx.status = 400;
      return showKeys(ctx, deps, { name, expiry: form.get('expiry'), errors });
    }
    showNewKey(ctx, deps, await createKeyOnce(ctx, deps, { name, expiry: expiry.data }));
  },
};

/** Creates a key for the owner who has signed in, and notes it. */
export async function createKeyOnce(
  ctx: DashboardContext,
  deps: DashboardDeps,
  wanted: Parameters<typeof makeOnce>[2],
): Promise<MadeKey> {
  return makeOnce(ctx, deps, wanted, async (record) => {
    await deps.accountStore.createKey(record);
    await noteKeyChange(ctx, deps, 'key.created', record);
  });
}
