import {
  FinishReason,
  GoogleGenerativeAI,
  GoogleGenerativeAIError,
  GoogleGenerativeAIFetchError,
  type EnhancedGenerateContentResponse,
  type GenerationConfig,
  type ResponseSchema,
} from '@google/generative-ai';
import { adaptForm, isAboutParameter } from './adapt-form.ts';
import { findError, readComplaint, statusOf } from './complaint.ts';
import { createImagePlaceholders, type ImagePlaceholders } from './image-fetch.ts';
import {
  maxAnswerTokens,
  requireContent,
  failure,
  kindOfBrokenAnswer,
  UnusableAnswerError,
  type ModelRequest,
  type Provider,
  type ProviderError,
  type Reply,
  type Tokens,
  readTokens,
  variableToCorrect,
  withParts,
  type ProviderSettings,
  type Vendor,
} from './provider.ts';

const name = 'gemini';

const environment = {
  apiKey: 'GEMINI_API_KEY',
  baseUrl: 'GEMINI_BASE_URL',
  model: 'GEMINI_MODEL',
};

/** Google's Gemini. */
export const gemini: Vendor = {
  name,
  environment,
  defaultModel: 'gemini-3.8-flash',
  worksWithoutKey: false,
  create: createProvider,
};

/** The SDK's types are older than the thinking models. It passes on properties that it does not know. */
type Generation = GenerationConfig & { thinkingConfig?: { thinkingLevel: 'minimal' } };

/** What a model takes: those of Gemma take neither JSON mode nor instructions. */
interface Form {
  readonly thinks: boolean;
  readonly json: boolean;
  /** Whether it takes instructions beside the conversation. */
  readonly system: boolean;
}

function createProvider({ apiKey, baseUrl, model }: ProviderSettings): Provider {
  const client = new GoogleGenerativeAI(apiKey);
  const adapted = adaptForm({ thinks: true, json: true, system: true }, simplerForm);

  async function ask(form: Form, request: ModelRequest, signal: AbortSignal): Promise<Reply> {
    const { instructions, images } = withParts(request);
    using sent = createImagePlaceholders(images);
    const options = baseUrl === undefined ? {} : { baseUrl };
    const { response } = await client
      .getGenerativeModel(
        { model, ...(form.system && { systemInstruction: instructions }) },
        options,
      )
      .generateContent(
        {
          contents: contents(form, instructions, request.context, sent),
          generationConfig: config(form, request),
        },
        { signal },
      );
    const error = findError(response);
    if (error && !response.candidates) {
      const details = error.details as GoogleGenerativeAIFetchError['errorDetails'];
      const message = String(error.message);
      throw new GoogleGenerativeAIFetchError(message, statusOf(error), undefined, details);
    }
    return { tokens: readUsage(response), readText: () => readResponse(response) };
  }

  function asProviderError(
    error: unknown,
    { context }: ModelRequest,
    signal: AbortSignal,
  ): ProviderError {
    if (signal.aborted) return failure(name, 'aborted');
    if (error instanceof GoogleGenerativeAIFetchError && error.status !== undefined) {
      const { status, statusText: code } = error;
      const complaint = { status, message: messageOf(error) };
      const isOwnAddress = baseUrl !== undefined;
      const { kind, hint } = readComplaint(complaint, { isOwnAddress, context, apiKey });
      return failure(name, kind, {
        status,
        code,
        retryAfterMs: retryDelay(error),
        variable: variableToCorrect(environment, kind),
        hint,
      });
    }
    if (error instanceof GoogleGenerativeAIError) return failure(name, 'network');
    return failure(name, kindOfBrokenAnswer(error));
  }

  return {
    name,
    async generate(request, { signal }) {
      try {
        return await adapted(request, (form) => ask(form, request, signal));
      } catch (error) {
        throw asProviderError(error, request, signal);
      }
    },
  };
}

function contents(
  { system }: Form,
  instructions: string,
  context: string,
  { placeholders }: ImagePlaceholders,
) {
  const images = placeholders.map((data) => ({ inlineData: { mimeType: 'image/jpeg', data } }));
  const before = system ? [] : [{ text: instructions }];
  return [{ role: 'user', parts: [...before, { text: context }, ...images] }];
}

function config({ thinks, json }: Form, request: ModelRequest): Generation {
  return {
    maxOutputTokens: maxAnswerTokens(request),
    ...(json && {
      responseMimeType: 'application/json',
      // The SDK has its own enum for the same JSON types.
      responseSchema: request.schema as unknown as ResponseSchema,
    }),
    ...(thinks && { thinkingConfig: { thinkingLevel: 'minimal' } }),
  };
}

/** How errors name what to leave out, unlike people who write about it. */
const aboutThinking =
  /thinking[ _]?(?:config|level|budget|mode)|thinking['"]? is not|supports? thinking/i;
const aboutJson = /json mode|response_?mime_?type|response_?schema/i;
const aboutInstructions = /(?:developer|system)[ _]?instructions?['"]? is not/i;

/** The form to try after a refusal, or nothing if the refusal has another cause. */
function simplerForm(form: Form, error: unknown, request: ModelRequest): Form | undefined {
  if (!(error instanceof GoogleGenerativeAIFetchError) || error.status !== 400) return undefined;
  const isAbout = (name: RegExp) => isAboutParameter(name, messageOf(error), request);
  if (form.thinks && isAbout(aboutThinking)) return { ...form, thinks: false };
  if (form.json && isAbout(aboutJson)) return { ...form, json: false };
  if (form.system && isAbout(aboutInstructions)) return { ...form, system: false };
  return undefined;
}

const refusals: ReadonlySet<string> = new Set([
  FinishReason.SAFETY,
  FinishReason.RECITATION,
  FinishReason.BLOCKLIST,
  FinishReason.PROHIBITED_CONTENT,
  FinishReason.SPII,
  // Newer than the SDK.
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
]);

/** A part of an answer. The SDK's types are older than thoughts, and its `text()` returns them, too. */
type AnswerPart = { readonly text?: string; readonly thought?: boolean } | null;

function readResponse(response: EnhancedGenerateContentResponse): string {
  const candidate = response.candidates?.[0];
  if (response.promptFeedback?.blockReason || refusals.has(candidate?.finishReason ?? '')) {
    throw new UnusableAnswerError('refusal');
  }
  if (candidate?.finishReason === FinishReason.MAX_TOKENS) {
    throw new UnusableAnswerError('answer', 'the answer was cut short');
  }
  const parts = (candidate?.content?.parts ?? []) as readonly AnswerPart[];
  const texts = parts.map((part) => (part?.thought ? '' : (part?.text ?? '')));
  return requireContent(texts.join(''));
}

function readUsage({ usageMetadata }: EnhancedGenerateContentResponse): Tokens {
  const { promptTokenCount: input, totalTokenCount: total } = usageMetadata ?? {};
  // The candidates' own count does not include thinking.
  return readTokens(input, total === undefined || input === undefined ? undefined : total - input);
}

/** What the server says: before it, the SDK's message has the address, and with it the word "models". */
function messageOf({ message }: GoogleGenerativeAIFetchError): string {
  return message
    .slice(0, 4_000)
    .replace(/^.*?\[\d{3} [^\]]*\]/s, '')
    .trim();
}

/** Gemini states when to retry in the body, in seconds: `34s` (google.rpc.RetryInfo). */
function retryDelay({ errorDetails }: GoogleGenerativeAIFetchError): number | undefined {
  // Despite the types, a proxy may send anything there.
  const details = [errorDetails].flat() as ({ retryDelay?: unknown } | null | undefined)[];
  const seconds = Number.parseFloat(String(details.find((one) => one?.retryDelay)?.retryDelay));
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
