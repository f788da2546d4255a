import OpenAI, { APIConnectionError, APIError } from 'openai';
import type { ProviderConfig } from '../config.ts';
import { maxAnswerTokens, requireContent } from './content.ts';
import { failure, kindOfBrokenAnswer, kindOfStatus } from './failure.ts';
import { initialDialect, simplerDialect, type Dialect } from './openai-dialect.ts';
import { parseRetryAfter } from './retry-after.ts';
import {
  ProviderError,
  type JsonObjectSchema,
  type ModelRequest,
  type Provider,
} from './provider.ts';

const name = 'openai';

/** OpenAI, or any server that speaks its chat-completions API. */
export function createOpenAI({ apiKey, baseUrl, model }: ProviderConfig): Provider {
  const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, logLevel: 'off' });
  // What this server has turned out not to know is not asked of it again.
  let dialect = initialDialect;

  async function complete(request: ModelRequest, signal: AbortSignal): Promise<string> {
    try {
      const body = { model, messages: messages(request), ...parameters(dialect, request.schema) };
      const completion = await client.chat.completions.create(body, { signal });
      return readCompletion(completion);
    } catch (error) {
      const simpler = isApiError(error) ? simplerDialect(dialect, error) : undefined;
      if (!simpler) throw asProviderError(error, signal);
      dialect = simpler;
      return complete(request, signal);
    }
  }

  return { name, generate: (request, { signal }) => complete(request, signal) };
}

function messages({ instructions, context, picture }: ModelRequest) {
  const url = `data:image/jpeg;base64,${picture.toString('base64')}`;
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

function parameters(dialect: Dialect, schema: JsonObjectSchema) {
  return {
    [dialect.tokenLimit]: maxAnswerTokens,
    ...(dialect.effort && { reasoning_effort: dialect.effort }),
    ...(dialect.jsonSchema && {
      response_format: {
        type: 'json_schema' as const,
        json_schema: {
          name: 'answer',
          strict: true,
          schema: { ...schema, additionalProperties: false },
        },
      },
    }),
  };
}

function readCompletion(completion: OpenAI.ChatCompletion): string {
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

function asProviderError(error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error;
  if (signal.aborted) return failure(name, 'aborted');
  if (error instanceof APIConnectionError) return failure(name, 'network');
  if (isApiError(error) && error.status !== undefined) {
    return failure(name, kindOfStatus(error.status), {
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
