import type { ServerResponse } from 'node:http';
import { writeGeminiText } from './gemini-wire.ts';
import { writeOpenAIText } from './openai-wire.ts';
import type { Behaviour, ProviderCall } from './provider-stand-in.ts';

const json = { 'content-type': 'application/json' };

/** Answers 200 with a given body. */
export function answer(openai: unknown, gemini: unknown): Behaviour {
  return (call, response) => {
    response.writeHead(200, json).end(JSON.stringify(call.provider === 'openai' ? openai : gemini));
  };
}

/** Answers with any status and body, whichever the vendor. */
export function reply(status: number, body: unknown, headers: object = {}): Behaviour {
  return (_call, response) => {
    response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body));
  };
}

/** Answers 200, but not with the requested JSON. */
export function content(raw: string): Behaviour {
  return answer(writeOpenAIText(raw), writeGeminiText(raw));
}

/** Answers with an error of the vendor and `Retry-After`. */
export function errorWithRetryAfter(status: number, retryAfter: string): Behaviour {
  return (_call, response) => {
    const details = /^\d+$/.test(retryAfter) ? [{ retryDelay: `${retryAfter}s` }] : [];
    response
      .writeHead(status, { ...json, 'retry-after': retryAfter })
      .end(JSON.stringify({ error: { message: 'stand-in', code: status, details } }));
  };
}

/** Answers with an error and these headers. */
export function errorWithHeaders(status: number, headers: Record<string, string>): Behaviour {
  return (_call, response) => {
    response
      .writeHead(status, { ...json, ...headers })
      .end(JSON.stringify({ error: { message: 'stand-in', code: status } }));
  };
}

export const html: Behaviour = (_call, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Hello</h1>');
};

/** The answer of a website at an address without a page. */
export const htmlNotFound: Behaviour = (_call, response) => {
  response
    .writeHead(404, { 'content-type': 'text/html' })
    .end('<!doctype html><h1>Models: not found</h1>');
};

/** Refuses the image with the error of the vendor. */
export const unreadableImage: Behaviour = (call, response) => {
  const error =
    call.provider === 'openai'
      ? {
          message: 'You uploaded an unsupported image. Please make sure your image is valid.',
          type: 'invalid_request_error',
          param: null,
          code: 'invalid_image_format',
        }
      : {
          code: 400,
          message:
            'Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
          status: 'INVALID_ARGUMENT',
        };
  response.writeHead(400, json).end(JSON.stringify({ error }));
};

/** Sends headers and the start of a body, then nothing. */
export const stall: Behaviour = (_call, response) => {
  response.writeHead(200, json).write('{"choices"');
};

/** Sends the start of a body, then closes the connection. */
export const cut: Behaviour = (_call, response) => {
  response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"choices"', () => {
    response.socket?.destroy();
  });
};

/** Sends an endless body until the other side disconnects. */
export const endless: Behaviour = (_call, response) => {
  response.writeHead(200, json).write('{"padding": "');
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};

/** Uses each behaviour once, in order, then always the last one. */
export function inSequence(first: Behaviour, ...rest: Behaviour[]): Behaviour {
  const behaviours = [first, ...rest];
  return (call: ProviderCall, response: ServerResponse) => {
    const next = (behaviours.length > 1 ? behaviours.shift() : undefined) ?? behaviours[0] ?? first;
    return next(call, response);
  };
}
