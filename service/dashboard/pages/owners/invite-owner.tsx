import { createLink } from '../../../accounts/one-time-links.ts';
import { serviceAddress } from '../../address.ts';
import { CopyBox } from '../../components/copy-box.tsx';
import { noteOwnChange } from '../../note-change.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import type { DashboardContext, DashboardDeps } from '../../state.ts';
import { getOwnerOfPath } from './find-account.ts';
import { ownerPath, ownersPath } from './paths.ts';

/** Makes an invitation, also for who has forgotten the password. An earlier one stops working. */
export const inviteOwner: DashboardRoute = {
  method: 'POST',
  path: `${ownersPath}/:id/invite`,
  access: 'operator',
  async handle(ctx, deps) {
    const { user_id: id } = await getOwnerOfPath(ctx, deps);
    await showInvitation(ctx, deps, id);
  },
};

/** Makes an invitation and shows it: once, since nothing but its hash is stored. */
export async function showInvitation(
  ctx: DashboardContext,
  deps: DashboardDeps,
  ownerId: string,
): Promise<void> {
  const path = await createLink(deps.accountStore, 'invitation', ownerId);
  await noteOwnChange(ctx, deps, 'account.invited', { user_id: ownerId });
  const { invitation } = ctx.state.texts.owners;
  renderPage(
    ctx,
    { title: invitation.title(ownerId), current: 'owners' },
    <>
      <p>{invitation.text}</p>
      <CopyBox
        label={invitation.label}
        value={serviceAddress(ctx, deps) + path}
        testId="invitation"
      />
      <p>{invitation.once}</p>
      <p>
        <a href={ownerPath(ownerId)}>{invitation.back}</a>
      </p>
    </>,
  );
}
