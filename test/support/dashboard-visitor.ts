import { join } from 'node:path';
import type { RunningService } from './service.ts';

/** A response from the dashboard. */
export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The target of a redirect. */
  readonly location: string | null;
}

/** A browser without scripts, with cookies and forms. */
export interface Visitor {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Visit>;
  /** Posts only these fields to a path. */
  post(path: string, fields: Fields, headers?: Record<string, string>): Promise<Visit>;
  /** Opens a page and sends these of its fields, to `action` or to the path of the page. */
  submit(page: string, fields: Fields, options?: SubmitOptions): Promise<Visit>;
}

export type Fields = Record<string, string> | [string, string][];

export interface SubmitOptions {
  readonly action?: string;
  readonly headers?: Record<string, string>;
}

export const goodPassword = 'winter-lamp-orchid-29';

/** For a service of tests that sign in often: half a second of processor time is saved for each password. */
export const quickPasswords = {
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'quick-passwords.js')}`,
};

/** The token in the forms of a page. */
export function formTokenOf({ html }: Visit): string {
  return /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
}

/** @param always Headers of every request, such as those of a proxy. */
export function createVisitor(url: string, always: Record<string, string> = {}): Visitor {
  const cookies = new Map<string, string>();

  async function request(path: string, init: RequestInit): Promise<Visit> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...always, ...(cookie && { cookie }), ...(init.headers as object) };
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location,
    };
  }

  function post(path: string, fields: Fields, headers: Record<string, string> = {}) {
    return request(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  return {
    cookies,
    get: (path, headers = {}) => request(path, { headers }),
    post,
    async submit(page, fields, { action = page, headers = {} } = {}) {
      const opened = await request(page, { headers });
      const own = Array.isArray(fields) ? fields : Object.entries(fields);
      const missing = own.find(([name]) => !opened.html.includes(` name="${name}"`));
      if (missing) throw new Error(`${page} has no field "${missing[0]}".`);
      return post(action, [['form_token', formTokenOf(opened)], ...own], headers);
    },
  };
}

/** Signs in. The response redirects to the dashboard if that succeeded. */
export function signIn(visitor: Visitor, email: string, password = goodPassword): Promise<Visit> {
  return visitor.submit('/dashboard/sign-in', { email, password });
}

/** Creates an owner with a login to the dashboard. Returns its API key. */
export async function createOwner(service: RunningService, email: string): Promise<string> {
  const key = await service.createAccount({ user_id: email });
  await setPassword(service, await inviteOwner(service, email));
  return key;
}

/** The path of a new invitation for an owner. */
export async function inviteOwner(service: RunningService, email: string): Promise<string> {
  const invited = await service.execute('account invite', { user_id: email });
  return new URL((invited as { invitation_url: string }).invitation_url).pathname;
}

/** Creates an operator with a password. */
export async function createOperator(service: RunningService, email: string): Promise<void> {
  const made = await service.execute('operator create', { user_id: email });
  await setPassword(service, new URL((made as { setup_url: string }).setup_url).pathname);
}

async function setPassword(service: RunningService, path: string): Promise<void> {
  const fields = { password: goodPassword, repeat: goodPassword };
  const { status, html } = await createVisitor(service.url).submit(path, fields);
  if (status !== 303) throw new Error(`No password was set: ${status} ${html}`);
}
