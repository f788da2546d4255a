import type { IncomingMessage } from 'node:http';
import type { ProviderCall } from './provider-stand-in.ts';

interface Body {
  model: string;
  messages: [
    { role: 'system'; content: string },
    { role: 'user'; content: [{ text: string }, ...{ image_url: { url: string } }[]] },
  ];
}

/** Reads a call of OpenAI's chat completions API; undefined for other requests. */
export function readOpenAICall(request: IncomingMessage, body: unknown): ProviderCall | undefined {
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return undefined;
  const { model, messages } = body as Body;
  const [system, user] = messages;
  const [context, ...images] = user.content;
  const [image = Buffer.of(), ...parts] = images.map(({ image_url: { url } }) =>
    Buffer.from(url.split(',')[1] ?? '', 'base64'),
  );
  return {
    provider: 'openai',
    model,
    apiKey: (request.headers.authorization ?? '').replace('Bearer ', ''),
    instructions: system.content,
    context: context.text,
    image,
    parts,
    body,
  };
}

/** An answer of that API with a text, or with the content that some servers send in its place. */
export function writeOpenAIText(content: unknown, finishReason = 'stop') {
  return {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 0,
    model: 'stand-in',
    choices: [
      {
        index: 0,
        finish_reason: finishReason,
        message: { role: 'assistant', content, refusal: null },
      },
    ],
    usage: { prompt_tokens: 1_000, completion_tokens: 50, total_tokens: 1_050 },
  };
}
