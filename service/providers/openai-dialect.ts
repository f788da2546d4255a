import type { APIError } from 'openai';
import { maxAnswerTokens } from './content.ts';
import type { JsonObjectSchema } from './provider.ts';

/** Which parameters a server knows: older and OpenAI-compatible ones lack some of OpenAI's newest. */
export interface Dialect {
  readonly tokenLimit: 'max_completion_tokens' | 'max_tokens';
  readonly effort: 'none' | 'minimal' | undefined;
  readonly jsonSchema: boolean;
}

/** What OpenAI's current models take. */
export const initialDialect: Dialect = {
  tokenLimit: 'max_completion_tokens',
  effort: 'none',
  jsonSchema: true,
};

/** The parameters of a call that differ between servers. */
export function parameters(dialect: Dialect, schema: JsonObjectSchema) {
  return {
    [dialect.tokenLimit]: maxAnswerTokens,
    ...(dialect.effort && { reasoning_effort: dialect.effort }),
    ...(dialect.jsonSchema && {
      response_format: {
        type: 'json_schema' as const,
        json_schema: {
          name: 'answer',
          strict: true,
          schema: { additionalProperties: false, ...schema },
        },
      },
    }),
  };
}

/**
 * The dialect to try after a refusal that names a parameter, or nothing when the refusal is about
 * something else. Each step gives something up, so that there are only a few.
 */
export function simplerDialect(dialect: Dialect, error: APIError): Dialect | undefined {
  if (error.status !== 400 && error.status !== 422) return undefined;
  const about = `${error.param ?? ''} ${error.message}`;
  if (about.includes('max_completion_tokens') && dialect.tokenLimit !== 'max_tokens') {
    return { ...dialect, tokenLimit: 'max_tokens' };
  }
  if (/reasoning_effort|reasoning effort/i.test(about) && dialect.effort) {
    return { ...dialect, effort: dialect.effort === 'none' ? 'minimal' : undefined };
  }
  if (/response_format|json_schema/.test(about) && dialect.jsonSchema) {
    return { ...dialect, jsonSchema: false };
  }
  return undefined;
}
