import { Agent, createServer, request as sendRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * Node.js's own server, and nothing else. Responds with given bytes, or, if it gets a URL, passes
 * requests on to a provider.
 */
const [port, response = '', provider = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const headers = { 'content-type': 'application/json' };

createServer((incoming, outgoing) => {
  if (incoming.method === 'GET') return outgoing.end();
  if (!provider) {
    return void buffer(incoming).then((body) => {
      JSON.parse(body.toString());
      outgoing.writeHead(200, headers).end(response);
    });
  }
  const length = incoming.headers['content-length'];
  const onward = sendRequest(provider, {
    agent,
    method: 'POST',
    headers: { ...headers, ...(length && { 'content-length': length }) },
  });
  onward.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(onward);
}).listen(Number(port), '127.0.0.1');
