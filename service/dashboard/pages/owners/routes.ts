import type { DashboardRoute } from '../../state.ts';
import { changeAccount, showAccountPage } from './show-account.tsx';
import { removeAccount } from './remove-account.tsx';
import { createOwner, listOwners } from './list-owners.tsx';
import { inviteOwner, showOwner, suspendOwner } from './show-owner.tsx';

/** The routes of the owners, for operators. */
export const owners: readonly DashboardRoute[] = [
  listOwners,
  createOwner,
  showOwner,
  inviteOwner,
  ...suspendOwner,
  showAccountPage,
  ...changeAccount,
  ...removeAccount,
];
