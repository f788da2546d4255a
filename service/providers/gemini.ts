import {
  FinishReason,
  GoogleGenerativeAI,
  GoogleGenerativeAIError,
  GoogleGenerativeAIFetchError,
  GoogleGenerativeAIResponseError,
  type EnhancedGenerateContentResponse,
  type GenerationConfig,
  type ResponseSchema,
} from '@google/generative-ai';
import { adaptForm, isAboutParameter } from './adapt-form.ts';
import { createImagePlaceholder, type ImagePlaceholder } from './image-fetch.ts';
import {
  maxAnswerTokens,
  requireContent,
  failure,
  isAboutMissingModel,
  kindOfBrokenAnswer,
  kindOfNotFound,
  kindOfStatus,
  ProviderError,
  type CallOptions,
  type FailureKind,
  type ModelRequest,
  type Provider,
  type Tokens,
  readTokens,
  variableToCorrect,
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

function createProvider({ apiKey, baseUrl, model }: ProviderSettings): Provider {
  const client = new GoogleGenerativeAI(apiKey);
  // A model that does not think refuses the parameter for thinking.
  const adapted = adaptForm(true, (thinks, error, request) =>
    thinks && isAboutThinking(error, request) ? false : undefined,
  );

  async function ask(
    thinks: boolean,
    request: ModelRequest,
    { signal, onTokens }: CallOptions,
  ): Promise<string> {
    using image = createImagePlaceholder(request.image);
    const options = baseUrl === undefined ? {} : { baseUrl };
    const { response } = await client
      .getGenerativeModel({ model, systemInstruction: request.instructions }, options)
      .generateContent(
        {
          contents: contents(request, image),
          generationConfig: config(thinks, request),
        },
        { signal },
      );
    onTokens?.(readUsage(response));
    return readResponse(response);
  }

  return {
    name,
    async generate(request, options) {
      try {
        return await adapted(request, (thinks) => ask(thinks, request, options));
      } catch (error) {
        throw asProviderError(error, options.signal, baseUrl !== undefined);
      }
    },
  };
}

function contents({ context }: ModelRequest, { placeholder }: ImagePlaceholder) {
  const inlineData = { mimeType: 'image/jpeg', data: placeholder };
  return [{ role: 'user', parts: [{ text: context }, { inlineData }] }];
}

function config(thinks: boolean, request: ModelRequest): Generation {
  return {
    maxOutputTokens: maxAnswerTokens(request),
    responseMimeType: 'application/json',
    // The SDK has its own enum for the same JSON types.
    responseSchema: request.schema as unknown as ResponseSchema,
    ...(thinks && { thinkingConfig: { thinkingLevel: 'minimal' } }),
  };
}

/** How errors name the parameter, unlike people who write about thinking. */
const aboutThinking =
  /thinking[ _]?(?:config|level|budget|mode)|thinking['"]? is not|supports? thinking/i;

function isAboutThinking(error: unknown, request: ModelRequest): boolean {
  return (
    error instanceof GoogleGenerativeAIFetchError &&
    error.status === 400 &&
    isAboutParameter(aboutThinking, error.message, request)
  );
}

const refusals: ReadonlySet<string> = new Set([
  FinishReason.SAFETY,
  FinishReason.RECITATION,
  FinishReason.BLOCKLIST,
  FinishReason.PROHIBITED_CONTENT,
  FinishReason.SPII,
]);

function readResponse(response: EnhancedGenerateContentResponse): string {
  const candidate = response.candidates?.[0];
  if (response.promptFeedback?.blockReason || refusals.has(candidate?.finishReason ?? '')) {
    throw failure(name, 'refusal');
  }
  if (candidate?.finishReason === FinishReason.MAX_TOKENS) {
    throw failure(name, 'answer', { reason: 'the answer was cut short' });
  }
  return requireContent(name, response.text());
}

function readUsage({ usageMetadata }: EnhancedGenerateContentResponse): Tokens {
  const { promptTokenCount: input, totalTokenCount: total } = usageMetadata ?? {};
  // The candidates' own count does not include thinking.
  return readTokens(input, total === undefined || input === undefined ? undefined : total - input);
}

function asProviderError(
  error: unknown,
  signal: AbortSignal,
  isOwnAddress: boolean,
): ProviderError {
  if (error instanceof ProviderError) return error;
  if (signal.aborted) return failure(name, 'aborted');
  if (error instanceof GoogleGenerativeAIFetchError && error.status !== undefined) {
    const { status, statusText: code } = error;
    const kind = kindOfRefusal(status, error.message, isOwnAddress);
    return failure(name, kind, {
      status,
      code,
      retryAfterMs: retryDelay(error),
      variable: variableToCorrect(environment, kind),
    });
  }
  if (error instanceof GoogleGenerativeAIResponseError) return failure(name, 'answer');
  if (error instanceof GoogleGenerativeAIError) return failure(name, 'network');
  return failure(name, kindOfBrokenAnswer(error));
}

/**
 * A wrong key or image is a 400 like any other. The SDK passes on only the text, not the code.
 * @param isOwnAddress whether the operator has configured the address
 */
function kindOfRefusal(status: number, message: string, isOwnAddress: boolean): FailureKind {
  // The SDK's part of the message has the address, and with it the word "models".
  const own = message.replace(/^.*?\[\d{3} [^\]]*\]/s, '').trim();
  if (status === 404) return kindOfNotFound(own, isOwnAddress);
  if (status === 400 && isAboutMissingModel(own)) return 'model';
  if (status === 400 && /api key/i.test(message)) return 'authentication';
  if (
    status === 400 &&
    /unable to process input image|provided image is not valid/i.test(message)
  ) {
    return 'image';
  }
  return kindOfStatus(status);
}

/** Gemini states when to retry in the body, in seconds: `34s` (google.rpc.RetryInfo). */
function retryDelay({ errorDetails }: GoogleGenerativeAIFetchError): number | undefined {
  const delay = errorDetails?.map((detail) => detail['retryDelay']).find((value) => value);
  const seconds = typeof delay === 'string' ? Number.parseFloat(delay) : NaN;
  return Number.isNaN(seconds) ? undefined : seconds * 1000;
}
