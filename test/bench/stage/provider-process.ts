import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeGeminiText } from '../../support/gemini-wire.ts';
import { writeOpenAIText } from '../../support/openai-wire.ts';
import { answerText } from './stage.ts';

/**
 * Both providers in a separate process: the first part of a path selects the health of one, the rest
 * is its API. It reads each request to the end but does not parse it, so it costs little.
 */
const answer = JSON.stringify({ purpose: 'informative', alt_text: answerText });
const openai = JSON.stringify(writeOpenAIText(answer));
const gemini = JSON.stringify(writeGeminiText(answer));
const failure = JSON.stringify({ error: { message: 'stand-in', code: 500 } });

const server = createServer((request, response) => {
  const [, how, ...path] = (request.url ?? '').split('/');
  request.resume().once('end', () => {
    const isOpenAI = path.join('/') === 'v1/chat/completions';
    const body = how === 'failing' ? failure : isOpenAI ? openai : gemini;
    response.writeHead(how === 'failing' ? 500 : 200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.on('disconnect', () => process.exit());
