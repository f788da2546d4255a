import { userId } from '../../../../shared/contract.ts';
import { createAccount, findUserOfOwner } from '../../../accounts/accounts.ts';
import { AccountExistsError } from '../../../storage/interfaces/errors.ts';
import { noteOwnChange } from '../../note-change.ts';
import { getOwner } from '../../get-signed-in.ts';
import { redirectAfterPost } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import type { DashboardContext, DashboardDeps } from '../../state.ts';
import { showUsers } from './list-users.tsx';
import { usersPath } from './paths.ts';

/** What every user begins with: plans and credits are the operator's to give. */
const beginning = { plan_type: 'free', credits_available: 0, monthly_allowance: null };

/** Adds a user to those of the owner. */
export const addUser: DashboardRoute = {
  method: 'POST',
  path: usersPath,
  access: 'owner',
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const typed = form.get('email');
    const parsed = userId.safeParse(typed);
    const error =
      form.errors['email'] ??
      (parsed.success ? await tryToAdd(ctx, deps, parsed.data) : texts.users.badEmail);
    if (error === undefined) {
      redirectAfterPost(ctx, usersPath, 'userAdded');
      return;
    }
    ctx.status = 400;
    await showUsers(ctx, deps, { email: typed, error });
  },
};

/** Returns what is wrong, if anything is. */
async function tryToAdd(
  ctx: DashboardContext,
  deps: DashboardDeps,
  id: string,
): Promise<string | undefined> {
  const { user_id: ownerId } = getOwner(ctx);
  try {
    await createAccount(deps.accountStore, { ...beginning, user_id: id, owner_id: ownerId });
  } catch (error) {
    if (!(error instanceof AccountExistsError)) throw error;
    const { known, taken } = ctx.state.texts.users;
    return (await findUserOfOwner(deps.accountStore, id, ownerId)) ? known : taken;
  }
  const details = { owner: ownerId };
  await noteOwnChange(ctx, deps, 'account.created', { user_id: id, details });
  return undefined;
}
