import OpenAI, { APIConnectionError, APIError } from 'openai';
import { adaptForm, isAboutParameter } from './adapt-form.ts';
import { createImagePlaceholder, imageFetch, type ImagePlaceholder } from './image-fetch.ts';
import {
  failure,
  isAboutMissingModel,
  kindOfBrokenAnswer,
  kindOfNotFound,
  kindOfStatus,
  maxAnswerTokens,
  ProviderError,
  readTokens,
  requireContent,
  variableToCorrect,
  type CallOptions,
  type FailureKind,
  type ModelRequest,
  type Provider,
  type ProviderSettings,
  type Vendor,
} from './provider.ts';

/** OpenAI's codes for an image that it cannot read (`ResponseError` of its SDK). */
const codes: ReadonlySet<unknown> = new Set([
  'invalid_image',
  'invalid_image_format',
  'invalid_base64_image',
  'invalid_image_mode',
  'image_parse_error',
  'image_too_large',
  'image_too_small',
  'image_file_too_large',
  'unsupported_image',
  'unsupported_image_media_type',
  'empty_image_file',
]);

/** Messages of servers without such a code: vLLM, llama.cpp, sometimes OpenAI's own. */
const texts = /unsupported image\.|cannot identify image file|failed to (?:load|decode) image/i;

/** Whether a refused request (4xx) was refused because the server cannot read the image. */
function isAboutImage({ code, message }: Pick<APIError, 'code' | 'message'>): boolean {
  return codes.has(code) || texts.test(message);
}

/** Codes for a model that does not exist: OpenAI (with 403 or 404), Groq, Mistral. */
const modelCodes: ReadonlySet<unknown> = new Set([
  'model_not_found',
  'model_decommissioned',
  'invalid_model',
]);

/**
 * What a refusal means for us.
 * @param isOwnAddress whether the operator has configured the address
 */
function kindOfRefusal(error: APIError, isOwnAddress: boolean): FailureKind {
  const { status = 500, code, message } = error;
  if (modelCodes.has(code)) return 'model';
  if (status === 404) return kindOfNotFound(error.error ? message : undefined, isOwnAddress);
  const kind = kindOfStatus(status);
  if (kind !== 'request') return kind;
  if (isAboutImage(error)) return 'image';
  return status === 400 && isAboutMissingModel(message) ? 'model' : 'request';
}

/** Which parameters a server knows: older and OpenAI-compatible servers lack some of the newest. */
interface Dialect {
  readonly tokenLimit: 'max_completion_tokens' | 'max_tokens';
  readonly effort: 'none' | 'minimal' | undefined;
  readonly jsonSchema: boolean;
}

/** What OpenAI's current models accept. */
export const initialDialect: Dialect = {
  tokenLimit: 'max_completion_tokens',
  effort: 'none',
  jsonSchema: true,
};

/** The parameters of a call that differ between servers. */
export function parameters(dialect: Dialect, request: Pick<ModelRequest, 'schema' | 'isLong'>) {
  return {
    [dialect.tokenLimit]: maxAnswerTokens(request),
    ...(dialect.effort && { reasoning_effort: dialect.effort }),
    ...(dialect.jsonSchema && {
      response_format: {
        type: 'json_schema' as const,
        json_schema: {
          name: 'answer',
          strict: true,
          schema: { additionalProperties: false, ...request.schema },
        },
      },
    }),
  };
}

/**
 * The dialect to try after a refusal that names a parameter, or nothing if the refusal has another
 * cause. Each step gives up one parameter, so there are only a few.
 */
function simplerDialect(
  dialect: Dialect,
  error: APIError,
  request: ModelRequest,
): Dialect | undefined {
  if ((error.status !== 400 && error.status !== 422) || isAboutImage(error)) return undefined;
  const isAbout = (name: RegExp) =>
    isParameter(error.param)
      ? name.test(error.param)
      : isAboutParameter(name, error.message, request);
  if (dialect.tokenLimit !== 'max_tokens' && isAbout(/max_completion_tokens/)) {
    return { ...dialect, tokenLimit: 'max_tokens' };
  }
  if (dialect.effort && isAbout(/reasoning[_ ]effort/i)) {
    return { ...dialect, effort: dialect.effort === 'none' ? 'minimal' : undefined };
  }
  if (dialect.jsonSchema && isAbout(/response_format|json_schema/)) {
    return { ...dialect, jsonSchema: false };
  }
  return undefined;
}

/** Some servers fill the field with the word for nothing in their language. */
function isParameter(param: string | null | undefined): param is string {
  return Boolean(param) && !/^(?:none|null|nil)$/i.test(param ?? '');
}

/** A vendor whose servers speak OpenAI's chat-completions API. */
interface OpenAICompatible extends Omit<Vendor, 'create'> {
  /** Address of the vendor's own API, up to `/chat/completions`. */
  readonly defaultBaseUrl: string;
}

/** Makes a vendor from its differences; the API is the same for all of them. */
export function openAICompatible({ defaultBaseUrl, ...vendor }: OpenAICompatible): Vendor {
  return {
    ...vendor,
    create: (settings) => createProvider({ defaultBaseUrl, ...vendor }, settings),
  };
}

function createProvider(
  { name, environment, defaultBaseUrl }: OpenAICompatible,
  { apiKey, baseUrl, model }: ProviderSettings,
): Provider {
  const client = new OpenAI({
    ...{ apiKey, baseURL: baseUrl ?? defaultBaseUrl, maxRetries: 0, logLevel: 'off' },
    fetch: imageFetch,
  });
  const adapted = adaptForm(initialDialect, (dialect, error, request) =>
    isApiError(error) ? simplerDialect(dialect, error, request) : undefined,
  );

  async function ask(
    dialect: Dialect,
    request: ModelRequest,
    { signal, onTokens }: CallOptions,
  ): Promise<string> {
    using image = createImagePlaceholder(request.image);
    const body = {
      model,
      messages: messages(request, image),
      ...parameters(dialect, request),
    };
    const completion = await client.chat.completions.create(body, { signal });
    const usage = (completion as Partial<OpenAI.ChatCompletion> | null)?.usage;
    onTokens?.(readTokens(usage?.prompt_tokens, usage?.completion_tokens));
    return readCompletion(name, completion);
  }

  function asProviderError(error: unknown, signal: AbortSignal): ProviderError {
    if (error instanceof ProviderError) return error;
    if (signal.aborted) return failure(name, 'aborted');
    if (error instanceof APIConnectionError) return failure(name, 'network');
    if (isApiError(error) && error.status !== undefined) {
      const kind = kindOfRefusal(error, baseUrl !== undefined);
      return failure(name, kind, {
        status: error.status,
        code: error.code ?? undefined,
        retryAfterMs: parseRetryAfter(error.headers?.get('retry-after')),
        variable: variableToCorrect(environment, kind),
      });
    }
    return failure(name, kindOfBrokenAnswer(error));
  }

  return {
    name,
    async generate(request, options) {
      try {
        return await adapted(request, (dialect) => ask(dialect, request, options));
      } catch (error) {
        throw asProviderError(error, options.signal);
      }
    },
  };
}

function messages({ instructions, context }: ModelRequest, { placeholder }: ImagePlaceholder) {
  const url = `data:image/jpeg;base64,${placeholder}`;
  return [
    { role: 'system' as const, content: instructions },
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: context },
        { type: 'image_url' as const, image_url: { url } },
      ],
    },
  ];
}

function readCompletion(name: string, completion: OpenAI.ChatCompletion): string {
  // Despite the types, a server may answer 200 with anything.
  const choice = (completion as Partial<OpenAI.ChatCompletion> | null)?.choices?.[0];
  if (choice?.message.refusal || choice?.finish_reason === 'content_filter') {
    throw failure(name, 'refusal');
  }
  if (choice?.finish_reason === 'length') {
    throw failure(name, 'answer', { reason: 'the answer was cut short' });
  }
  return requireContent(name, choice?.message.content);
}

/** The SDK's class, with its open type parameters filled in. */
function isApiError(
  error: unknown,
): error is APIError<number | undefined, Headers | undefined, object | undefined> {
  return error instanceof APIError;
}

/**
 * Returns how long a `Retry-After` header says to wait, in milliseconds; nothing if it holds neither
 * seconds nor an HTTP date (RFC 9110, section 10.2.3).
 */
function parseRetryAfter(value: string | null | undefined): number | undefined {
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** OpenAI, or a self-hosted model server in its place, which may need no key. */
export const openai = openAICompatible({
  name: 'openai',
  environment: {
    apiKey: 'OPENAI_API_KEY',
    baseUrl: 'OPENAI_BASE_URL',
    model: 'OPENAI_MODEL',
  },
  defaultModel: 'gpt-5.4-mini',
  defaultBaseUrl: 'https://api.openai.com/v1',
  worksWithoutKey: true,
});
