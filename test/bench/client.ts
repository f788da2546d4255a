import { Pool } from 'undici';

/** Calls of the service, over connections that stay open. */
export interface Client {
  /** Sends a JSON body; anything but a 200 is an error. */
  post(path: string, body: string | Buffer): Promise<void>;
  close(): Promise<void>;
}

const connections = 64;
const headersTimeout = 60_000;

export function createClient(url: string, key: string): Client {
  const pool = new Pool(url, { connections, headersTimeout });
  const headers = {
    'content-type': 'application/json',
    'x-api-key': key,
    // What was answered before is not to be answered from memory.
    'cache-control': 'no-cache',
  };
  return {
    async post(path, body) {
      const answer = await pool.request({ method: 'POST', path, headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    },
    close: () => pool.close(),
  };
}
