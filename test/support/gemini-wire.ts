import type { IncomingMessage } from 'node:http';
import type { ProviderCall } from './provider-stand-in.ts';

interface Body {
  /** Absent for models that take no instructions: then they are the first text. */
  systemInstruction?: { parts: [{ text: string }] };
  contents: [{ parts: ({ text: string } | { inlineData: { mimeType: string; data: string } })[] }];
}

/** Reads a call of Gemini's generateContent API; undefined for other requests. */
export function readGeminiCall(request: IncomingMessage, body: unknown): ProviderCall | undefined {
  const [, model] = /^\/v1beta\/models\/([^:]+):generateContent$/.exec(request.url ?? '') ?? [];
  if (request.method !== 'POST' || model === undefined) return undefined;
  const { systemInstruction, contents } = body as Body;
  const texts = contents[0].parts.flatMap((part) => ('text' in part ? [part.text] : []));
  const [image = Buffer.of(), ...parts] = contents[0].parts.flatMap((part) =>
    'inlineData' in part ? [Buffer.from(part.inlineData.data, 'base64')] : [],
  );
  return {
    provider: 'gemini',
    model,
    apiKey: String(request.headers['x-goog-api-key'] ?? ''),
    instructions: systemInstruction?.parts[0].text ?? texts[0] ?? '',
    context: texts.at(-1) ?? '',
    image,
    parts,
    body,
  };
}

/** An answer of that API with a text. */
export function writeGeminiText(text: string, finishReason?: string) {
  return writeGeminiParts([{ text }], finishReason);
}

/** An answer of that API with any parts. */
export function writeGeminiParts(parts: unknown, finishReason = 'STOP') {
  return {
    candidates: [{ index: 0, finishReason, content: { role: 'model', parts } }],
    // The remaining tokens are the reasoning of the model.
    usageMetadata: { promptTokenCount: 1_200, candidatesTokenCount: 40, totalTokenCount: 1_260 },
  };
}
