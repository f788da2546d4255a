import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { readGeminiCall, writeGeminiText } from './gemini-wire.ts';
import { readOpenAICall, writeOpenAIText } from './openai-wire.ts';

/** A call to a provider, in the terms of Altscribe. */
export interface ProviderCall {
  readonly provider: 'openai' | 'gemini';
  readonly model: string;
  readonly apiKey: string;
  /** The text of the system role. */
  readonly instructions: string;
  /** The text beside the image. */
  readonly context: string;
  readonly image: Buffer;
  /** Further images, which are parts of a long one. */
  readonly parts: readonly Buffer[];
  /** The unchanged body. */
  readonly body: unknown;
}

/** How a stand-in handles a call: it answers, fails or stays silent. */
export type Behaviour = (call: ProviderCall, response: ServerResponse) => void | Promise<void>;

export interface ProviderStandIn {
  readonly openaiBaseUrl: string;
  readonly geminiBaseUrl: string;
  /** Every call so far, oldest first. */
  readonly calls: ProviderCall[];
  /** Sets how a provider behaves from now on. */
  set(behaviours: { openai?: Behaviour; gemini?: Behaviour }): void;
  /** Forgets all calls and behaves like a new stand-in. */
  startOver(behaviours?: { openai?: Behaviour; gemini?: Behaviour }): void;
  stop(): Promise<void>;
}

/** Answers with a text and the purpose of the image, in the wire format of the provider. */
export function text(
  answer: string | ((call: ProviderCall) => string | Promise<string>),
  purpose?: string,
): Behaviour {
  return async (call, response) => {
    const content = JSON.stringify({
      purpose,
      alt_text: typeof answer === 'string' ? answer : await answer(call),
    });
    const body = call.provider === 'openai' ? writeOpenAIText(content) : writeGeminiText(content);
    sendJson(response, 200, body);
  };
}

/** Answers with a status and a JSON body like the vendor's errors. */
export function status(code: number, message = 'stand-in', extra: object = {}): Behaviour {
  return (_call, response) => sendJson(response, code, { error: { message, code, ...extra } });
}

/** Accepts the call and never answers. */
export const silence: Behaviour = () => undefined;

/** Closes the connection without an answer. */
export const reset: Behaviour = (_call, response) => {
  response.socket?.resetAndDestroy();
};

/** Starts a server on loopback that speaks the wire formats of both providers. */
export async function startProviderStandIn(
  behaviours: { openai?: Behaviour; gemini?: Behaviour } = {},
): Promise<ProviderStandIn> {
  const usual = { openai: text('A text by OpenAI'), gemini: text('A text by Gemini') };
  const current = { ...usual, ...behaviours };
  const calls: ProviderCall[] = [];

  const server = createServer((request, response) => {
    const reading = json(request).catch((error: unknown) => {
      if (request.complete) throw error;
      // The service disconnected or was killed while it sent the request.
      return undefined;
    });
    void reading.then((body) => {
      if (body === undefined) return;
      const call = readOpenAICall(request, body) ?? readGeminiCall(request, body);
      if (!call) return sendJson(response, 404, { error: { message: 'no such path' } });
      calls.push(call);
      return current[call.provider](call, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    openaiBaseUrl: `${url}/v1`,
    geminiBaseUrl: url,
    calls,
    set: (changed) => void Object.assign(current, changed),
    startOver(changed = {}) {
      calls.length = 0;
      Object.assign(current, usual, changed);
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function sendJson(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
