/** Something that somebody did to accounts, keys or the dashboard. */
export interface Change {
  /** Unique. */
  readonly id: string;
  readonly at: string;
  /** E-mail address of who did it; `command line`; or, of a refused sign-in, what was typed. */
  readonly actor: string;
  /** What was done: `key.created`, `sign-in.refused`. */
  readonly action: string;
  /** The account that it was done to. */
  readonly user_id: string | null;
  /** The rest, in a few values: `{"name":"Blog","last4":"x1Yz"}`. No secret is among them. */
  readonly details: Readonly<Record<string, string | number | null>>;
}

/** One page of a list, newest first. */
export interface PageRequest {
  /** At most so many. */
  readonly limit: number;
  /** The id of the last item of the page before; absent for the first page. */
  readonly after?: string | undefined;
}

/** One page of the changes that match. */
export interface ChangePageRequest extends PageRequest {
  /** Only what was done so: `key.created`. */
  readonly action?: string | undefined;
  /** Only what was done to this account, or by who has this e-mail address. */
  readonly about?: string | undefined;
}

/** How long changes are kept, in days. */
export const changeDays = 400;

/** Keeps who did what. Changes are forgotten after 400 days. */
export interface ChangeLog {
  addChange(change: Change): Promise<void>;
  /** Newest first; nothing after a change that is not there any more. */
  listChanges(page: ChangePageRequest): Promise<Change[]>;
}
