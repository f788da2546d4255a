/** Who may sign in to the dashboard: an operator, the owner of an account, or both. */
export interface Login {
  /** The e-mail address, in lower case. The account of an owner has the same `user_id`. */
  readonly user_id: string;
  readonly is_operator: boolean;
  /** As `accounts/passwords.ts` makes it; null until one has been set. */
  readonly password_hash: string | null;
  readonly created_at: string;
}

/** What a link that is used once is for. */
export const linkPurposes = ['setup', 'invitation'] as const;

export type LinkPurpose = (typeof linkPurposes)[number];

/**
 * A link that lets who has it set a password. `setup` makes an operator, `invitation` lets the owner
 * of an account in.
 */
export interface OneTimeLink {
  /** SHA-256 of the token in the link, in hexadecimal. */
  readonly token_hash: string;
  readonly purpose: LinkPurpose;
  /** Whom it is for; null for the first operator, who says so. */
  readonly user_id: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}

/** Somebody who has signed in, in one browser. */
export interface Session {
  /** SHA-256 of the id in the cookie, in hexadecimal. */
  readonly id_hash: string;
  readonly user_id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  /** The browser's name, as it sent it, cut to 200 characters. */
  readonly user_agent: string;
}

/** How long a session lasts while it is not used, and altogether, in milliseconds. */
export const sessionIdleMs = 12 * 3_600_000;
export const sessionMaxMs = 30 * 86_400_000;

/** Keeps the links that let somebody in for the first time. */
export interface OneTimeLinks {
  /** Adds a link. Earlier ones of the same purpose for the same user stop working. */
  createLink(link: OneTimeLink): Promise<void>;
  /**
   * Adds a link for the first operator, unless there is an operator, or such a link that has not
   * expired when this one was created: of many at once, one is added.
   * @returns whether it was added
   */
  createFirstOperatorLink(link: OneTimeLink): Promise<boolean>;
  /**
   * A link that is valid at the time `at`: it has neither been used, nor replaced, nor expired. One
   * without a user is valid only while there is no operator, an `invitation` only while its user has
   * an account.
   */
  findLink(tokenHash: string, at: string): Promise<OneTimeLink | undefined>;
  /**
   * Uses a valid link up and, in the same atomic change, stores the password hash of its user and
   * ends their sessions. A `setup` link makes its user an operator.
   * @param login the user, which is the link's own where it has one
   * @returns the login after it; nothing where the link is not valid: nothing changed then
   */
  useLink(
    tokenHash: string,
    login: { readonly user_id: string; readonly password_hash: string },
    at: string,
  ): Promise<Login | undefined>;
}

/** Keeps who has signed in. */
export interface Sessions {
  /**
   * Adds a session, unless its user has no login. Sessions last seen more than 12 hours ago or
   * created more than 30 days ago are forgotten some time.
   */
  createSession(session: Session): Promise<void>;
  findSession(idHash: string): Promise<Session | undefined>;
  /** Records when a session was last seen. */
  touchSession(idHash: string, at: string): Promise<void>;
  removeSession(idHash: string): Promise<void>;
  /** Ends all sessions of a user. */
  removeSessionsOf(userId: string): Promise<void>;
  /** Sessions of a user, the last seen first, as far as they are kept. */
  listSessions(userId: string): Promise<Session[]>;
}

/** Keeps who may sign in. */
export interface Logins extends OneTimeLinks, Sessions {
  findLogin(userId: string): Promise<Login | undefined>;
  /** All operators, sorted by `user_id`. */
  listOperators(): Promise<Login[]>;
  /**
   * Removes a login with its links and sessions. Where an account is removed, its login goes with
   * it, unless that is an operator's: this one loses its invitation only.
   * @returns whether there was one
   */
  removeLogin(userId: string): Promise<boolean>;
  /** Stores another password hash, and ends all sessions but one. Nothing where there is no login. */
  changePassword(userId: string, passwordHash: string, exceptIdHash: string | null): Promise<void>;
}
