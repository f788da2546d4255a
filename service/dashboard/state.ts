import type { Middleware, ParameterizedContext } from 'koa';
import type { SignedIn as SignedInLogin } from '../accounts/sessions.ts';
import type { Setting } from '../config/settings.ts';
import type { RequestState } from '../http/state.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { AccountStore, StorageBackend } from '../storage/interfaces/storage-backend.ts';
import type { Locale, Texts } from './locales/locales.ts';
import type { Form } from './protection/form.ts';
import type { GuessLimit } from './protection/guess-limit.ts';

/** What the dashboard is made from. */
export interface DashboardOptions extends Pick<StorageBackend, 'createRateLimiter'> {
  readonly accountStore: AccountStore;
  /** The address under which people reach the service, without a slash at its end. */
  readonly publicUrl: string | undefined;
  /** Where the plugin is, once it was built; beside `package.json` unless given. */
  readonly pluginZip?: string;
  /** The version of the service. */
  readonly version: string;
  /** How many processes share the port. */
  readonly processes: number;
  readonly settings: readonly Setting[];
  /** Every provider with its model, in the order in which they are asked. */
  readonly models: readonly { readonly provider: string; readonly model: string }[];
  /** Reads all measurements, those of all processes added up, in the text format of Prometheus. */
  readMeasurements(): Promise<string>;
}

/** What the handlers of pages work with. */
export interface DashboardDeps extends DashboardOptions {
  readonly guessLimit: GuessLimit;
}

/** Somebody who has signed in. */
export interface SignedIn extends SignedInLogin {
  /** The account, where the login is the owner of one. */
  readonly owner: Account | undefined;
}

/** What middleware leaves for the handlers of pages. */
export interface DashboardState extends Pick<RequestState, 'requestId' | 'log'> {
  /** Set by negotiate-language. */
  locale: Locale;
  texts: Texts;
  /** Who has signed in, if anybody has. Set by find-session. */
  signedIn: SignedIn | undefined;
  /** The pages that the navigation shows. Set by find-navigation. */
  navigation: readonly NavigationEntry[];
  /** What forms of this browser carry. Set by form-token. */
  formToken: string;
  /** The form that was sent. Set by read-form, for POST. */
  form: Form;
}

export type DashboardMiddleware = Middleware<DashboardState>;
export type DashboardContext = ParameterizedContext<DashboardState>;

/** What the handler of a page gets. */
export type PageContext = DashboardContext & {
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
};

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

/** A page that the navigation leads to. */
interface NavigationEntry {
  readonly name: keyof Texts['navigation'];
  readonly path: string;
}

/** Finds what the navigation shows to who has signed in: their pages, in the order of the routes. */
export function findNavigation(routes: readonly DashboardRoute[]): DashboardMiddleware {
  return async (ctx, next) => {
    ctx.state.navigation = routes.flatMap(({ navigation: name, path, access }) =>
      name && mayUse(access, ctx.state.signedIn) ? [{ name, path }] : [],
    );
    await next();
  };
}
