import { getOwnUser } from '../../get-own-user.ts';
import { queryText } from '../../query.ts';
import type { DashboardRoute } from '../../route.ts';
import { createKeyOnce } from '../keys/create-key.tsx';
import { keyNameProblem } from '../keys/key-name.ts';
import { showNewKey } from '../keys/new-key.tsx';
import { connectPath } from './paths.ts';
import { showConnect } from './show-connect.tsx';

/** Makes a key, and shows it among the steps. */
export const createKeyToConnect: DashboardRoute = {
  method: 'POST',
  path: connectPath,
  access: 'owner',
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const user = queryText(ctx, 'user');
    // Before a key is made that nobody would see.
    if (user !== '') await getOwnUser(ctx, deps, user);
    const name = form.get('name').trim();
    const error = form.errors['name'] ?? keyNameProblem(name, texts);
    if (error !== undefined) {
      ctx.status = 400;
      return showConnect(ctx, deps, { name, error });
    }
    const made = await createKeyOnce(ctx, deps, { name, expiry: 'never' });
    if (made.key === undefined) {
      showNewKey(ctx, deps, made);
      return;
    }
    await showConnect(ctx, deps, { made: made.key });
  },
};
