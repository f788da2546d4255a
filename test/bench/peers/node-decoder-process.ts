import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { normalise } from '../../../service/images/normalise.ts';
import { putMainThreadFirst } from '../../../service/server/thread-priority.ts';

/**
 * Node.js's own server, which decodes the pictures that it is sent as the service does, one at a time.
 * It responds with given bytes, and does nothing else.
 */
const [port, response = '', picturePath = ''] = process.argv.slice(2);
let last: Promise<unknown> = Promise.resolve();

putMainThreadFirst();
createServer((request, outgoing) => {
  const respond = () =>
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(response);
  void buffer(request).then(async (body) => {
    if (request.url === picturePath) await (last = last.then(() => normalise(body)));
    respond();
  });
}).listen(Number(port), '127.0.0.1');
