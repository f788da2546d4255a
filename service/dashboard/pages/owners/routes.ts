import type { DashboardRoute } from '../../route.ts';
import { changeAccount } from './change-account.ts';
import { createOwner } from './create-owner.ts';
import { inviteOwner } from './invite-owner.tsx';
import { listOwners } from './list-owners.tsx';
import { showAccountPage } from './show-account.tsx';
import { showOwner } from './show-owner.tsx';
import { suspendOwner } from './suspend-owner.tsx';

/** The owners, for operators. */
export const owners: readonly DashboardRoute[] = [
  listOwners,
  createOwner,
  showOwner,
  inviteOwner,
  ...suspendOwner,
  showAccountPage,
  ...changeAccount,
];
