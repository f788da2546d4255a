/** The dashboard login of an operator, of an account's owner, or of someone who is both. */
export interface Login {
  /** The e-mail address, in lower case. The account of an owner has the same `user_id`. */
  readonly user_id: string;
  readonly is_operator: boolean;
  /** In the format of `accounts/passwords.ts`; null until one has been set. */
  readonly password_hash: string | null;
  readonly created_at: string;
}

/** The purposes of one-time links. */
export const linkPurposes = ['setup', 'invitation'] as const;

export type LinkPurpose = (typeof linkPurposes)[number];

/**
 * A link to set a password. `setup` makes an operator, `invitation` is for the owner of an account.
 */
export interface OneTimeLink {
  /** SHA-256 of the token in the link, in hexadecimal. */
  readonly token_hash: string;
  readonly purpose: LinkPurpose;
  /** The link's user; null for the first operator, who enters an address. */
  readonly user_id: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}

/** A user who has signed in, in one browser. */
export interface Session {
  /** SHA-256 of the id in the cookie, in hexadecimal. */
  readonly id_hash: string;
  readonly user_id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  /** The browser's name, as sent by the browser, cut to 200 characters. */
  readonly user_agent: string;
}

/** How long a session lasts while unused, and in total, in milliseconds. */
export const sessionIdleMs = 12 * 3_600_000;
export const sessionMaxMs = 30 * 86_400_000;

/** Stores the links for users' first sign-in. */
export interface OneTimeLinks {
  /** Adds a link. Earlier links with the same purpose for the same user stop working. */
  createLink(link: OneTimeLink): Promise<void>;
  /**
   * Adds a link for the first operator, unless there is an operator, or such a link that had not
   * expired when this one was created. Of many concurrent attempts, one adds its link.
   * @param replaceBefore links created before this time are replaced
   * @returns whether it was added
   */
  createFirstOperatorLink(link: OneTimeLink, replaceBefore?: string): Promise<boolean>;
  /**
   * A link that is valid at the time `at`: it has not been used or replaced, and has not expired. A
   * link without a user is only valid while there is no operator, an `invitation` only while its
   * user has an account.
   */
  findLink(tokenHash: string, at: string): Promise<OneTimeLink | undefined>;
  /**
   * Uses up a valid link and, in the same atomic change, stores the password hash of its user and
   * ends the user's sessions. A `setup` link makes its user an operator.
   * @param login the user, which is the link's own if it has one
   * @returns the changed login; undefined if the link is not valid: nothing was changed then
   */
  useLink(
    tokenHash: string,
    login: { readonly user_id: string; readonly password_hash: string },
    at: string,
  ): Promise<Login | undefined>;
}

/** Stores sessions. */
export interface Sessions {
  /**
   * Adds a session, if its user's credentials are still these. Sessions last seen more than 12 hours
   * ago or created more than 30 days ago are removed eventually.
   * @param credentials the value of `credentialsOf` that was verified
   * @returns whether it was added
   */
  createSession(session: Session, credentials: string): Promise<boolean>;
  findSession(idHash: string): Promise<Session | undefined>;
  /** Records when a session was last seen. */
  touchSession(idHash: string, at: string): Promise<void>;
  removeSession(idHash: string): Promise<void>;
  /** Ends all sessions of a user. */
  removeSessionsOf(userId: string): Promise<void>;
  /** Stored sessions of a user, most recently seen first. */
  listSessions(userId: string): Promise<Session[]>;
}

/** A passkey of a user. */
export interface Passkey {
  /** The credential's id, in base64url. */
  readonly id: string;
  /** In base64url. */
  readonly public_key: string;
  /** How often it was used, counted by the authenticator; always 0 for most. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly created_at: string;
}

/** What a user needs to sign in besides the password. */
export interface SecondFactor {
  /** The secret of the authenticator app, in base32; null without one. */
  readonly totp_secret: string | null;
  /** The period of the last code that was used: each code works once. */
  readonly totp_period: number;
  /** SHA-256 of the recovery codes that are left, in hexadecimal. */
  readonly recovery_hashes: readonly string[];
  readonly passkeys: readonly Passkey[];
  /** Whether the user must have an app or a passkey. */
  readonly is_required: boolean;
}

/** The second factor of a user who has none. */
export const noSecondFactor: SecondFactor = {
  totp_secret: null,
  totp_period: 0,
  recovery_hashes: [],
  passkeys: [],
  is_required: false,
};

/** A change of credentials, which ends all sessions but one. */
export interface CredentialChange {
  readonly exceptIdHash: string | null;
  /** Nothing is changed if the credentials are no longer these. */
  readonly credentials?: string;
}

/** Stores logins. */
export interface Logins extends OneTimeLinks, Sessions {
  findLogin(userId: string): Promise<Login | undefined>;
  /** All operators, sorted by `user_id`. */
  listOperators(): Promise<Login[]>;
  /**
   * Removes a login with its links and sessions. When an account is removed, its login is, too; an
   * operator's login only loses its invitation.
   * @returns whether it existed
   */
  removeLogin(userId: string): Promise<boolean>;
  /** The second factor of a user; `noSecondFactor` without one, or without a login. */
  findSecondFactor(userId: string): Promise<SecondFactor>;
  /**
   * Changes the second factor of a user, one change at a time, so only one of many concurrent uses
   * of a code succeeds.
   * @param change returns the same object if nothing is to be changed
   * @param credentials ends sessions in the same atomic change, if given
   * @returns whether it was changed; never without a login
   */
  changeSecondFactor(
    userId: string,
    change: (before: SecondFactor) => SecondFactor,
    credentials?: CredentialChange,
  ): Promise<boolean>;
  /** The user with this passkey. */
  findUserOfPasskey(credentialId: string): Promise<string | undefined>;
  /**
   * Stores a new password hash.
   * @returns whether it was stored; never without a login
   */
  changePassword(
    userId: string,
    passwordHash: string,
    credentials: Required<CredentialChange>,
  ): Promise<boolean>;
}
