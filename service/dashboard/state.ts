import type { Middleware, ParameterizedContext } from 'koa';
import type { TestResult } from '../alerts/notifier.ts';
import type { SignedIn as SignedInLogin } from '../accounts/sessions.ts';
import type { BackgroundWrites } from '../accounts/write-behind.ts';
import type { Setting } from '../config/settings.ts';
import type { RequestState } from '../http/state.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { SecondFactor } from '../storage/interfaces/logins.ts';
import type { AccountStore, StorageBackend } from '../storage/interfaces/storage-backend.ts';
import type { Locale, Texts } from './locales/locales.ts';
import type { Form } from './protection/form.ts';
import type { Challenges } from './protection/challenges.ts';
import type { GuessLimit } from './protection/guess-limit.ts';

/** The dependencies of the dashboard. */
export interface DashboardOptions extends Pick<
  StorageBackend,
  'callCounter' | 'challengeStore' | 'createRateLimiter' | 'measurements'
> {
  readonly accountStore: AccountStore;
  readonly background: Pick<BackgroundWrites, 'failed'>;
  /** The address at which people reach the service, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** Sends e-mails, if they are configured; then there is a public URL, too. */
  readonly mailer: Mailer | undefined;
  /** Sends a test alert to the webhook, and to one operator by e-mail; nothing if alerts go nowhere. */
  readonly testAlert: ((operator: string) => Promise<TestResult>) | undefined;
  /** The path of the plugin's zip; beside `package.json` by default. */
  readonly pluginZip?: string;
  /** The version of the service. */
  readonly version: string;
  /** Calls a day of the whole service; undefined for any number. */
  readonly dailyCallsMax: number | undefined;
  /** The number of processes that share the port. */
  readonly processes: number;
  readonly settings: readonly Setting[];
  /** Every provider with its model, in the order in which they are asked. */
  readonly models: readonly {
    readonly provider: string;
    readonly model: string;
    /** The variable to correct after a failure of a kind, if that is the remedy. */
    variableToCorrect(kind: string): string | undefined;
  }[];
  /** Reads all measurements, those of all processes added up, in the text format of Prometheus. */
  readMeasurements(): Promise<string>;
}

/** The dependencies of page handlers. */
export interface DashboardDeps extends DashboardOptions {
  readonly guessLimit: GuessLimit;
  readonly challenges: Challenges;
}

/** A signed-in user. */
export interface SignedIn extends SignedInLogin {
  readonly secondFactor: SecondFactor;
  /** The user's account, if the login belongs to an owner. */
  readonly owner: Account | undefined;
}

/** The data that middleware passes on to page handlers. */
export interface DashboardState extends Pick<RequestState, 'requestId' | 'log'> {
  /** Set by negotiate-language. */
  locale: Locale;
  texts: Texts;
  /** The signed-in user, if any. Set by find-session. */
  signedIn: SignedIn | undefined;
  /** The pages in the navigation. Set by find-navigation. */
  navigation: readonly NavigationEntry[];
  /** The CSRF token of this browser's forms. Set by form-token. */
  formToken: string;
  /** The submitted form. Set by readForm, for POST. */
  form: Form;
}

export type DashboardMiddleware = Middleware<DashboardState>;
export type DashboardContext = ParameterizedContext<DashboardState>;

/** The context of a page handler. */
export type PageContext = DashboardContext & {
  /** The decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
};

/** Who may use a route. For anyone else, it doesn't exist. */
export type Access = 'anyone' | 'signed-in' | 'owner' | 'operator';

/** A page or a form of the dashboard. */
export interface DashboardRoute {
  readonly method: 'GET' | 'POST';
  /** The whole path, with parameters as `:name`. */
  readonly path: string;
  readonly access: Access;
  /** Its navigation entry, if it has one. */
  readonly navigation?: keyof Texts['navigation'];
  handle(ctx: PageContext, deps: DashboardDeps): Promise<void> | void;
}

/** Whether a user may use a route with this `access`. */
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

/** A page in the navigation. */
interface NavigationEntry {
  readonly name: keyof Texts['navigation'];
  readonly path: string;
}

/** Lists the pages in the navigation of the signed-in user, in the order of the routes. */
export function findNavigation(routes: readonly DashboardRoute[]): DashboardMiddleware {
  return async (ctx, next) => {
    ctx.state.navigation = routes.flatMap(({ navigation: name, path, access }) =>
      name && mayUse(access, ctx.state.signedIn) ? [{ name, path }] : [],
    );
    await next();
  };
}
