import type { APIError } from 'openai';
import { isAboutParameter } from './adapt-form.ts';
import { maxAnswerTokens } from './content.ts';
import { isAboutPicture } from './openai-picture-error.ts';
import type { JsonObjectSchema, ModelRequest } from './provider.ts';

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
export function simplerDialect(
  dialect: Dialect,
  error: APIError,
  request: ModelRequest,
): Dialect | undefined {
  if ((error.status !== 400 && error.status !== 422) || isAboutPicture(error)) return undefined;
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
