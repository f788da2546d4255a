import { notFound } from './page-error.ts';
import type { DashboardContext, SignedIn } from './state.ts';
import type { Account } from '../storage/interfaces/accounts.ts';

/** Who has signed in, for routes that are for nobody else. */
export function getSignedIn({ state }: DashboardContext): SignedIn {
  if (!state.signedIn) throw notFound();
  return state.signedIn;
}

/** The account of the owner who has signed in, for routes that are for nobody else. */
export function getOwner(ctx: DashboardContext): Account {
  const { owner } = getSignedIn(ctx);
  if (!owner) throw notFound();
  return owner;
}
