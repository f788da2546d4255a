import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import Koa from 'koa';
import { pino } from 'pino';
import { findWorkingKey } from '../../service/accounts/api-keys.ts';
import { createLink } from '../../service/accounts/one-time-links.ts';
import { createSession, hashToken } from '../../service/accounts/sessions.ts';
import { createDashboard } from '../../service/dashboard/dashboard.tsx';
import type { DashboardOptions } from '../../service/dashboard/state.ts';
import { requestId } from '../../service/http/access-log.ts';
import type { RequestState } from '../../service/http/state.ts';
import { openLowdbBackend } from '../../service/storage/lowdb/storage-backend.ts';
import { openPostgresBackend } from '../../service/storage/postgres/storage-backend.ts';
import type {
  AccountStore,
  CallCounter,
} from '../../service/storage/interfaces/storage-backend.ts';
import type { MeasurementLog } from '../../service/storage/interfaces/measurements.ts';
import type { Account } from '../../service/storage/interfaces/accounts.ts';
import type { LinkPurpose } from '../../service/storage/interfaces/logins.ts';
import { credentialsIn } from './credentials.ts';

/** A page in a browser. */
export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The body as it was sent, for downloads. */
  readonly body: Uint8Array;
  readonly url: string;
  /** Parsed when it is first read. */
  readonly document: Document;
}

/** A signed-in user. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  /** Sends the form that has this button, with its hidden fields and the given values. */
  submit(page: Page, button: string, fields?: Record<string, string>): Promise<Page>;
  /** Posts fields, with this visitor's token, to a path. */
  post(path: string, fields: Record<string, string>): Promise<Page>;
}

/** The dashboard alone, in this process, with a real store. */
export interface DashboardSite {
  readonly url: string;
  readonly store: AccountStore;
  readonly callCounter: CallCounter;
  readonly measurements: MeasurementLog;
  /** Everything that was logged. */
  log(): string;
  /** Creates an account; an owner can sign in. */
  createAccount(account: Partial<Account> & Pick<Account, 'user_id'>): Promise<Account>;
  /** @param language of the browser, for example `de` */
  signIn(userId: string, language?: string): Promise<Visitor>;
  /** Creates a session for an owner. Returns its cookie: `name=value`. */
  makeSession(userId: string): Promise<string>;
  signInAsOperator(userId: string, language?: string): Promise<Visitor>;
  /** The account of an API key; undefined if the key does not work. */
  ownerOfKey(key: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

const background = { failed: () => undefined };

/** Opens a store: in PostgreSQL if there is a URL, otherwise in a temporary folder. */
export async function startDashboard(
  env: Record<string, string>,
  options: Partial<DashboardOptions> = {},
): Promise<DashboardSite> {
  const folder = await mkdtemp(join(tmpdir(), 'altscribe-'));
  let logged = '';
  const log = pino({ level: 'debug' }, { write: (line: string) => void (logged += line) });
  const backend = env['DATABASE_URL']
    ? await openPostgresBackend(env['DATABASE_URL'], { log, poolSize: 4 })
    : await openLowdbBackend(folder);
  const { accountStore: store } = backend;
  const app = new Koa<RequestState>();
  app.silent = true;
  app.use(requestId(log));
  const none = {
    publicUrl: undefined,
    mailer: undefined,
    testAlert: undefined,
    dailyCallsMax: undefined,
    version: '0.0.0',
    processes: 1,
    settings: [],
    models: [],
  };
  const readMeasurements = () => Promise.resolve('');
  app.use(createDashboard({ ...backend, ...none, background, readMeasurements, ...options }));
  const server = createServer((request, response) => void app.callback()(request, response)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    store,
    callCounter: backend.callCounter,
    measurements: backend.measurements,
    log: () => logged,
    async createAccount(fields) {
      const account = {
        owner_id: fields.user_id,
        plan_type: 'pro',
        credits_available: 0,
        monthly_allowance: null,
        allowance_month: null,
        suspended_at: null,
        daily_calls_max: null,
        ...fields,
      };
      await store.createAccount(account, new Date().toISOString());
      return account;
    },
    async signIn(userId, language) {
      return visitor(url, await makeSession(store, 'invitation', userId), language);
    },
    makeSession: (userId) => makeSession(store, 'invitation', userId),
    async signInAsOperator(userId, language) {
      return visitor(url, await makeSession(store, 'setup', userId), language);
    },
    ownerOfKey: async (key) => (await findWorkingKey(store, key, background))?.owner_id,
    async stop() {
      server.close();
      server.closeAllConnections();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The text of a page without the common header and footer. */
export function mainText({ document }: Page): string {
  return document.querySelector('main')?.textContent.replaceAll(/\s+/g, ' ') ?? '';
}

/** Creates a session without hashing a password, which takes a second. Returns its cookie. */
async function makeSession(
  store: AccountStore,
  purpose: LinkPurpose,
  userId: string,
): Promise<string> {
  const path = await createLink(store, purpose, userId);
  const token = path.slice(path.lastIndexOf('/') + 1);
  const login = { user_id: userId, password_hash: 'not used' };
  await store.useLink(hashToken(token), login, new Date().toISOString());
  const credentials = await credentialsIn(store, userId);
  const id = await createSession(store, { userId, credentials }, 'a browser');
  return `altscribe_session=${id ?? ''}`;
}

// A window for each page would take most of the time of these tests.
const parser = new new JSDOM().window.DOMParser();

function visitor(url: string, cookie: string, language = 'en'): Visitor {
  async function send(path: string, init: RequestInit = {}): Promise<Page> {
    const own = init.headers as Record<string, string> | undefined;
    const headers = { cookie, 'accept-language': language, ...own };
    const response = await fetch(url + path, { redirect: 'manual', ...init, headers });
    const body = new Uint8Array(await response.arrayBuffer());
    const html = new TextDecoder().decode(body);
    let document: Document | undefined;
    return {
      status: response.status,
      headers: response.headers,
      html,
      body,
      url: url + path,
      get document() {
        return (document ??= parser.parseFromString(html, 'text/html'));
      },
    };
  }

  async function sendForm(path: string, fields: Record<string, string>): Promise<Page> {
    const page = await send(path, { method: 'POST', body: new URLSearchParams(fields) });
    const location = page.headers.get('location');
    return page.status === 303 && location ? send(location) : page;
  }

  return {
    get: (path, headers = {}) => send(path, { headers }),
    async submit({ document, url: from }, name, fields = {}) {
      const buttons = [...document.querySelectorAll('button')];
      const form = buttons.find(({ textContent }) => textContent === name)?.form;
      if (!form) throw new Error(`There is no form with the button "${name}".`);
      const given = [...form.elements].flatMap((field) => {
        const { name: key, value } = field as HTMLInputElement;
        return key ? [[key, value] as const] : [];
      });
      const sent = { ...Object.fromEntries(given), ...fields };
      const unknown = Object.keys(fields).find((key) => !given.some(([own]) => own === key));
      if (unknown) throw new Error(`The form with the button "${name}" has no field "${unknown}".`);
      const { pathname, search } = new URL(form.getAttribute('action') ?? '', from);
      if (form.method === 'get') return send(`${pathname}?${String(new URLSearchParams(sent))}`);
      return sendForm(pathname + search, sent);
    },
    async post(path, fields) {
      const { document } = await send('/dashboard/account');
      const token = document.querySelector<HTMLInputElement>('[name=form_token]')?.value ?? '';
      return sendForm(path, { form_token: token, ...fields });
    },
  };
}
