import type { DashboardDeps, PageContext, SignedIn } from './state.ts';
import type { Texts } from './texts/locales.ts';

/** Whom a route is for. For everybody else, it is as if it did not exist. */
export type Access = 'anyone' | 'signed-in' | 'owner' | 'operator';

/** A page or a form of the dashboard. */
export interface DashboardRoute {
  readonly method: 'GET' | 'POST';
  /** The whole path, with parameters as `:name`. */
  readonly path: string;
  readonly access: Access;
  /** Its entry in the navigation, where it has one. */
  readonly navigation?: keyof Texts['navigation'];
  handle(ctx: PageContext, deps: DashboardDeps): Promise<void> | void;
}

/** Whether somebody may use what is for `access`. */
export function mayUse(access: Access, signedIn: SignedIn | undefined): boolean {
  switch (access) {
    case 'anyone':
      return true;
    case 'signed-in':
      return signedIn !== undefined;
    case 'owner':
      return signedIn?.owner !== undefined;
    case 'operator':
      return signedIn?.login.is_operator === true;
  }
}
