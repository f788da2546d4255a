/** The response of a WordPress REST route. */
export interface RestAnswer {
  status: number;
  /** The parsed JSON; undefined if the response is not JSON. */
  body: unknown;
  text: string;
}

/** A user's access to WordPress over HTTP, with the cookies and the nonce of a browser. */
export interface Session {
  /** For a browser: `context.addCookies(session.cookies)`. */
  cookies: { name: string; value: string; url: string }[];
  /** Any URL of the site; a path such as `/wp-admin/`. Redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A REST route such as `/altscribe/v1/account?post_id=1`, with an optional JSON body. */
  rest(method: string, route: string, body?: unknown): Promise<RestAnswer>;
}

/**
 * Logs a user in through the real wp-login.php.
 *
 * @throws Error if WordPress refuses.
 */
export async function logIn(url: string, login: string, password: string): Promise<Session> {
  const response = await fetch(`${url}/wp-login.php`, {
    method: 'POST',
    // With this cookie, WordPress checks whether the browser accepts cookies.
    headers: { Cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
    body: new URLSearchParams({ log: login, pwd: password, testcookie: '1' }),
    redirect: 'manual',
  });
  const cookies = response.headers.getSetCookie().map((line) => parseCookie(line, url));
  if (!cookies.some(({ name }) => name.startsWith('wordpress_logged_in_'))) {
    throw new Error(`WordPress did not let ${login} in (status ${response.status}).`);
  }
  const session = createSession(url, cookies);
  const nonce = await (await session.fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
  return createSession(url, cookies, nonce);
}

/** A visitor who is not logged in. */
export function visit(url: string): Session {
  return createSession(url, []);
}

function createSession(url: string, cookies: Session['cookies'], nonce?: string): Session {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const fetchPath: Session['fetch'] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (cookie) headers.set('Cookie', cookie);
    if (nonce) headers.set('X-WP-Nonce', nonce);
    return fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
  };
  return {
    cookies,
    fetch: fetchPath,
    async rest(method, route, body) {
      const init: RequestInit = { method };
      if (body !== undefined) {
        init.headers = { 'Content-Type': 'application/json' };
        init.body = JSON.stringify(body);
      }
      const response = await fetchPath(`/wp-json${route}`, init);
      const text = await response.text();
      return { status: response.status, body: parseJson(text), text };
    },
  };
}

function parseCookie(line: string, url: string): Session['cookies'][number] {
  const [pair = ''] = line.split(';');
  const split = pair.indexOf('=');
  return { name: pair.slice(0, split), value: pair.slice(split + 1), url };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
