import type { Login, OneTimeLink, OneTimeLinks } from '../interfaces/logins.ts';
import type { StoredLogin } from './login-data.ts';
import { nobody, withoutExpired, type LoginRecords } from './login-records.ts';

/** The part of the store that keeps links that are used once. */
export function linkMethods(records: LoginRecords): OneTimeLinks {
  const hasOperator = () => records.operators().length > 0;

  /** A link where it is valid. */
  function find(tokenHash: string, at: string): OneTimeLink | undefined {
    const { links } = records.withHash(tokenHash);
    const link = links.find(({ token_hash }) => token_hash === tokenHash);
    if (!link || link.expires_at <= at) return undefined;
    if (link.user_id === null) return hasOperator() ? undefined : link;
    return link.purpose === 'setup' || records.hasAccount(link.user_id) ? link : undefined;
  }

  /** The link used up by a user, in memory. No other call comes in between. */
  function use(
    before: StoredLogin,
    link: OneTimeLink,
    { user_id, password_hash }: Pick<Login, 'user_id' | 'password_hash'>,
    at: string,
  ) {
    const login: Login = {
      user_id,
      is_operator: link.purpose === 'setup' || before.login?.is_operator === true,
      password_hash,
      created_at: before.login?.created_at ?? at,
    };
    return { result: { ...login }, after: { login, links: without(before, link), sessions: [] } };
  }

  return {
    async createLink(link) {
      await records.update(link.user_id ?? nobody, (before) => ({
        result: undefined,
        after: withLink(before, link),
      }));
    },

    createFirstOperatorLink(link) {
      return records.update(nobody, (before) => {
        const { links } = withoutExpired(before, link.created_at);
        if (links.length > 0 || hasOperator()) return { result: false, after: before };
        return { result: true, after: withLink(before, link) };
      });
    },

    findLink(tokenHash, at) {
      const link = find(tokenHash, at);
      return Promise.resolve(link && { ...link });
    },

    async useLink(tokenHash, login, at) {
      const used = await records.update(login.user_id, (before) => {
        const link = find(tokenHash, at);
        if (!link || (link.user_id ?? login.user_id) !== login.user_id) {
          return { result: undefined, after: before };
        }
        return use(before, link, login, at);
      });
      if (used && records.userOf(tokenHash) === nobody) await forgetFirstLink();
      return used;
    },
  };

  /** Where this fails, the link stays, but is not valid: there is an operator now. */
  async function forgetFirstLink(): Promise<void> {
    await records
      .update(nobody, (before) => ({ result: undefined, after: { ...before, links: [] } }))
      .catch(() => undefined);
  }
}

function withLink(stored: StoredLogin, link: OneTimeLink): StoredLogin {
  const others = withoutExpired(stored, link.created_at);
  const links = others.links.filter(({ purpose }) => purpose !== link.purpose);
  return { ...others, links: [...links, { ...link }] };
}

function without({ links }: StoredLogin, used: OneTimeLink): OneTimeLink[] {
  return links.filter(({ token_hash }) => token_hash !== used.token_hash);
}
