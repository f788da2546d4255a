import { Confirm } from '../../components/confirm.tsx';
import { noteOwnChange } from '../../note-change.ts';
import { redirectAfterPost, renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import { getOwnerOfPath } from './find-account.ts';
import { ownerPath, ownersPath } from './paths.ts';

const path = `${ownersPath}/:id/suspend`;

/** Says what stops, and asks once. */
const ask: DashboardRoute = {
  method: 'GET',
  path,
  access: 'operator',
  async handle(ctx, deps) {
    const { user_id: id } = await getOwnerOfPath(ctx, deps);
    const { suspend } = ctx.state.texts.owners;
    renderPage(
      ctx,
      { title: suspend.title(id), current: 'owners' },
      <Confirm submit={suspend.submit} cancelPath={ownerPath(id)}>
        <p>{suspend.text}</p>
      </Confirm>,
    );
  },
};

const suspend: DashboardRoute = {
  method: 'POST',
  path,
  access: 'operator',
  async handle(ctx, deps) {
    const { user_id: id, suspended_at: since } = await getOwnerOfPath(ctx, deps);
    if (since === null) {
      await deps.accountStore.suspendAccount(id, new Date().toISOString());
      await noteOwnChange(ctx, deps, 'account.suspended', { user_id: id });
    }
    redirectAfterPost(ctx, ownerPath(id), 'ownerSuspended');
  },
};

const resume: DashboardRoute = {
  method: 'POST',
  path: `${ownersPath}/:id/resume`,
  access: 'operator',
  async handle(ctx, deps) {
    const { user_id: id, suspended_at: since } = await getOwnerOfPath(ctx, deps);
    if (since !== null) {
      await deps.accountStore.suspendAccount(id, null);
      await noteOwnChange(ctx, deps, 'account.resumed', { user_id: id });
    }
    redirectAfterPost(ctx, ownerPath(id), 'ownerResumed');
  },
};

/** Suspended, an owner's API keys do not work; data stay. */
export const suspendOwner = [ask, suspend, resume];
