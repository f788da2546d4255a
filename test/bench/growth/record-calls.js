/**
 * Loaded before the service: takes note of when calls, statements and requests to providers begin and
 * end, in milliseconds since the epoch, and writes that into the file `CALLS_FILE` in the end.
 */
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import pg from 'pg';

const events = [];
const note = (what, sql) => {
  events.push({ at: performance.timeOrigin + performance.now(), what, sql });
};

subscribe('http.server.request.start', () => note('call'));
subscribe('http.server.response.finish', () => note('response'));
subscribe('undici:request:create', () => note('ask'));
subscribe('undici:request:trailers', () => note('answer'));

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (...args) {
  const sql = args[0]?.text ?? args[0];
  note('begin', sql);
  const result = query.apply(this, args);
  void Promise.resolve(result).finally(() => note('end', sql));
  return result;
};

process.on('exit', () => writeFileSync(process.env.CALLS_FILE, JSON.stringify(events)));
