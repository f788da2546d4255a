import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVisitor } from '../support/dashboard-visitor.ts';

/**
 * Creates a login for the dashboard from a set-up link, which signs in, and a link that does so in a browser.
 * The session comes from another port of the same host, whose cookies browsers share.
 *
 * @param setupUrl The link that `altscribe operator create` prints.
 */
export async function linkToDashboard(setupUrl: string): Promise<string> {
  const { origin, pathname } = new URL(setupUrl);
  const password = randomBytes(16).toString('base64url');
  const visitor = createVisitor(origin);
  await visitor.submit(pathname, { password, repeat: password });
  const session = visitor.cookies.get('altscribe_session');
  if (!session) throw new Error('The dashboard did not let the demo in.');

  const key = randomBytes(8).toString('hex');
  const server = createServer(({ url }, response) => {
    if (url !== `/${key}`) response.writeHead(404).end();
    else {
      const cookie = `altscribe_session=${session}; Path=/; HttpOnly; SameSite=Lax`;
      response.writeHead(303, { Location: `${origin}/dashboard`, 'Set-Cookie': cookie }).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The demo ends last.
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${key}`;
}
