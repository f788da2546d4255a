import OpenAI, { APIConnectionError, APIError } from 'openai';
import { adaptForm } from './adapt-form.ts';
import { requireContent } from './content.ts';
import { failure, kindOfBrokenAnswer, kindOfStatus } from './failure.ts';
import { initialDialect, parameters, simplerDialect, type Dialect } from './openai-dialect.ts';
import { isAboutPicture } from './openai-picture-error.ts';
import { pictureFetch } from './picture-fetch.ts';
import { ProviderError, type CallOptions, type ModelRequest, type Provider } from './provider.ts';
import { setAside, type SetAside } from './set-aside.ts';
import { readTokens } from './tokens.ts';
import type { ProviderSettings, Vendor } from './vendor.ts';

/** A vendor whose servers speak OpenAI's chat-completions API. */
export interface OpenAICompatible extends Omit<Vendor, 'create'> {
  /** Address of the vendor's own API, up to `/chat/completions`. */
  readonly defaultBaseUrl: string;
}

/** Makes a vendor out of what distinguishes it; the API is the same for all of them. */
export function openAICompatible({ defaultBaseUrl, ...vendor }: OpenAICompatible): Vendor {
  return {
    ...vendor,
    create: ({ baseUrl = defaultBaseUrl, ...settings }) =>
      createProvider(vendor.name, { baseUrl, ...settings }),
  };
}

function createProvider(name: string, { apiKey, baseUrl, model }: ProviderSettings): Provider {
  const client = new OpenAI({
    ...{ apiKey, baseURL: baseUrl, maxRetries: 0, logLevel: 'off' },
    fetch: pictureFetch,
  });
  const adapted = adaptForm(initialDialect, (dialect, error, request) =>
    isApiError(error) ? simplerDialect(dialect, error, request) : undefined,
  );

  async function ask(
    dialect: Dialect,
    request: ModelRequest,
    { signal, onTokens }: CallOptions,
  ): Promise<string> {
    using picture = setAside(request.picture);
    const body = {
      model,
      messages: messages(request, picture),
      ...parameters(dialect, request.schema),
    };
    const completion = await client.chat.completions.create(body, { signal });
    const usage = (completion as Partial<OpenAI.ChatCompletion> | null)?.usage;
    onTokens?.(readTokens(usage?.prompt_tokens, usage?.completion_tokens));
    return readCompletion(name, completion);
  }

  return {
    name,
    async generate(request, options) {
      try {
        return await adapted(request, (dialect) => ask(dialect, request, options));
      } catch (error) {
        throw asProviderError(name, error, options.signal);
      }
    },
  };
}

function messages({ instructions, context }: ModelRequest, { placeholder }: SetAside) {
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
  // Servers are free to answer 200 with something else, whatever the types say.
  const choice = (completion as Partial<OpenAI.ChatCompletion> | null)?.choices?.[0];
  if (choice?.message.refusal || choice?.finish_reason === 'content_filter') {
    throw failure(name, 'refusal');
  }
  if (choice?.finish_reason === 'length') {
    throw failure(name, 'answer', { reason: 'the answer was cut short' });
  }
  return requireContent(name, choice?.message.content);
}

function asProviderError(name: string, error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error;
  if (signal.aborted) return failure(name, 'aborted');
  if (error instanceof APIConnectionError) return failure(name, 'network');
  if (isApiError(error) && error.status !== undefined) {
    const kind = kindOfStatus(error.status);
    const isPicture = kind === 'request' && isAboutPicture(error);
    return failure(name, isPicture ? 'picture' : kind, {
      status: error.status,
      code: error.code ?? undefined,
      retryAfterMs: parseRetryAfter(error.headers?.get('retry-after')),
    });
  }
  return failure(name, kindOfBrokenAnswer(error));
}

/** The SDK's class, without the type parameters that it leaves open. */
function isApiError(
  error: unknown,
): error is APIError<number | undefined, Headers | undefined, object | undefined> {
  return error instanceof APIError;
}

/**
 * Returns how long a `Retry-After` header says to wait, in milliseconds; nothing where it holds
 * neither seconds nor an HTTP date (RFC 9110, section 10.2.3).
 */
function parseRetryAfter(value: string | null | undefined): number | undefined {
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
