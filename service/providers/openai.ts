import OpenAI, { APIConnectionError, APIError } from 'openai';
import { adaptForm, isAboutParameter } from './adapt-form.ts';
import { asError, findError, readComplaint, statusOf, type Complaint } from './complaint.ts';
import { createImagePlaceholders, imageFetch, type ImagePlaceholders } from './image-fetch.ts';
import {
  failure,
  kindOfBrokenAnswer,
  maxAnswerTokens,
  readTokens,
  requireContent,
  variableToCorrect,
  withParts,
  UnusableAnswerError,
  type FailureKind,
  type ModelRequest,
  type Provider,
  type ProviderError,
  type ProviderSettings,
  type Reply,
  type Vendor,
} from './provider.ts';

/**
 * Messages of servers whose model takes one image, or less than a long image in parts: vLLM, Ollama
 * (with a 500), llama.cpp, LiteLLM.
 */
const tooManyImages =
  /at most \d+ images?\b|(?:multiple|too many|only (?:supports? )?(?:a |one )?(?:single )?) ?images?\b|context (?:length|size|window)/i;

/** Which parameters a server knows: older and OpenAI-compatible servers lack some of the newest. */
interface Dialect {
  readonly tokenLimit: 'max_completion_tokens' | 'max_tokens';
  readonly effort: 'none' | 'minimal' | undefined;
  readonly jsonSchema: boolean;
  /** Whether long images are sent in parts, too: some models take one image for each request. */
  readonly parts: boolean;
}

/** What OpenAI's current models accept. */
export const initialDialect: Dialect = {
  tokenLimit: 'max_completion_tokens',
  effort: 'none',
  jsonSchema: true,
  parts: true,
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
  if (error.status !== 400 && error.status !== 422) return undefined;
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
  if (
    dialect.jsonSchema &&
    isAbout(/response_format|json[_ ](?:schema|mode)|structured[_ ]outputs?/i)
  ) {
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
  const client = new Client({
    ...{ apiKey, baseURL: baseUrl ?? defaultBaseUrl, maxRetries: 0, logLevel: 'off' },
    fetch: imageFetch,
  });
  const adapted = adaptForm(initialDialect, (dialect, error, request) => {
    if (!isApiError(error)) return undefined;
    if (dialect.parts && request.parts && tooManyImages.test(error.message)) {
      return { ...dialect, parts: false };
    }
    return isAboutRequest(read(error, request).kind)
      ? simplerDialect(dialect, error, request)
      : undefined;
  });

  function read(error: ApiError, { context }: ModelRequest) {
    const isOwnAddress = baseUrl !== undefined;
    return readComplaint(complaintOf(error), { isOwnAddress, context, apiKey });
  }

  async function ask(dialect: Dialect, request: ModelRequest, signal: AbortSignal): Promise<Reply> {
    const { instructions, images } = withParts(
      dialect.parts ? request : { ...request, parts: undefined },
    );
    using sent = createImagePlaceholders(images);
    const body = {
      model,
      messages: messages(instructions, request.context, sent),
      ...parameters(dialect, request),
    };
    const call = client.chat.completions.create(body, { signal });
    const { data, response } = await call.withResponse();
    // Despite the types, a server may answer 200 with anything.
    const completion = data as Completion;
    const error = findErrorInside(completion);
    if (error) throw new APIError(statusOf(error), error, undefined, response.headers);
    const { prompt_tokens: input, completion_tokens: output } = completion?.usage ?? {};
    return { tokens: readTokens(input, output), readText: () => readCompletion(completion) };
  }

  function asProviderError(
    error: unknown,
    request: ModelRequest,
    signal: AbortSignal,
  ): ProviderError {
    if (signal.aborted) return failure(name, 'aborted');
    if (error instanceof APIConnectionError) return failure(name, 'network');
    if (isApiError(error) && error.status !== undefined) {
      const { kind, hint } = read(error, request);
      return failure(name, kind, {
        status: error.status,
        code: readCode(error),
        retryAfterMs: readRetryAfter(error.headers),
        variable: variableToCorrect(environment, kind),
        hint,
      });
    }
    return failure(name, kindOfBrokenAnswer(error));
  }

  return {
    name,
    async generate(request, { signal }) {
      try {
        return await adapted(request, (dialect) => ask(dialect, request, signal));
      } catch (error) {
        throw asProviderError(error, request, signal);
      }
    },
  };
}

function messages(instructions: string, context: string, { placeholders }: ImagePlaceholders) {
  return [
    { role: 'system' as const, content: instructions },
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: context },
        ...placeholders.map((placeholder) => ({
          type: 'image_url' as const,
          image_url: { url: `data:image/jpeg;base64,${placeholder}` },
        })),
      ],
    },
  ];
}

/** The SDK, with the errors of servers that send them without their envelope, or in a list. */
class Client extends OpenAI {
  protected override makeStatusError(
    ...[status, body, message, headers]: Parameters<OpenAI['makeStatusError']>
  ): APIError {
    return super.makeStatusError(status, { error: findError(body) }, message, headers);
  }
}

/** What a server answers: any part may be missing, or be something else. */
type Completion = Partial<
  Pick<OpenAI.ChatCompletion, 'usage'> & {
    choices: readonly (Partial<{
      finish_reason: string;
      error: unknown;
      message: Partial<{ content: unknown; refusal: unknown }> | null;
    }> | null)[];
  }
> | null;

/** How servers say that a filter ended the answer, and that an error did. */
const filtered = /^(?:content_?filter|safety|sensitive|refusal|recitation|prohibited_content)$/i;
const broken = /^(?:network_)?error$/i;

/** The error in an answer of status 200: a gateway has sent its own 200 before the model failed. */
function findErrorInside(completion: Completion): object | undefined {
  const choice = completion?.choices?.[0];
  const inside = asError(choice?.error) ?? findError(completion);
  if (inside) return inside;
  return broken.test(choice?.finish_reason ?? '') ? { message: 'finish_reason: error' } : undefined;
}

/** What an error says. The SDK puts the status before it; without an error, it passes on a page. */
function complaintOf({ status = 500, code, error, message }: ApiError): Complaint {
  const own = error && message.replace(/^\d{3} /, '');
  return { status, code, message: own, details: JSON.stringify(error) };
}

/** Whether a failure may be due to the form of the request. */
function isAboutRequest(kind: FailureKind): boolean {
  return kind === 'request' || kind === 'model';
}

/** The code for the log, if it says more than the status; despite the types, it may be anything. */
function readCode(error: ApiError): string | undefined {
  const code: unknown = error.code;
  const known = typeof code === 'number' ? String(code) : code;
  return typeof known === 'string' && known !== String(error.status) ? known : undefined;
}

function readCompletion(completion: Completion): string {
  const choice = completion?.choices?.[0];
  const { content, refusal } = choice?.message ?? {};
  const parts = [content].flat<unknown[]>();
  if (refusal || filtered.test(choice?.finish_reason ?? '') || parts.some(isRefusal)) {
    throw new UnusableAnswerError('refusal');
  }
  if (choice?.finish_reason === 'length') {
    throw new UnusableAnswerError('answer', 'the answer was cut short');
  }
  return requireContent(parts.map(textOf).join(''));
}

function isRefusal(part: unknown): boolean {
  return isObject(part) && part['type'] === 'refusal';
}

/** The types of parts with text; a part without a type has text, too. Thoughts have other types. */
const textTypes: ReadonlySet<unknown> = new Set([undefined, 'text', 'output_text']);

function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const { type, text } = isObject(part) ? part : {};
  return textTypes.has(type) && typeof text === 'string' ? text : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The SDK's class, with its open type parameters filled in. */
type ApiError = APIError<number | undefined, Headers | undefined, object | undefined>;

function isApiError(error: unknown): error is ApiError {
  return error instanceof APIError;
}

/**
 * Returns how long a server says to wait, in milliseconds: in OpenAI's `retry-after-ms`, or in
 * `Retry-After` as seconds or an HTTP date (RFC 9110, section 10.2.3). Nothing if it says neither.
 */
function readRetryAfter(headers: Headers | undefined): number | undefined {
  const [ms, value] = ['retry-after-ms', 'retry-after'].map((name) => headers?.get(name) ?? '');
  if (isNumber(ms)) return Number(ms);
  if (isNumber(value)) return Number(value) * 1_000;
  // `Date.parse` finds a date in any text with a number.
  const date = /^[A-Z][a-z]+, .+ GMT$/.test(value ?? '') ? Date.parse(value ?? '') : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function isNumber(value = ''): boolean {
  return /^\d+(?:\.\d+)?$/.test(value);
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
