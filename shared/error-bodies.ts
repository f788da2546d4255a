import * as z from 'zod';
import { problemCodes, type ProblemCode } from './problem-codes.ts';

/** The bodies of errors. Messages and shapes are those of the interface specification. */

const message = z.string().meta({ description: 'What is wrong, for people, in English.' });

/** One problem of a request. */
export const problem = z.object({
  path: z.string().meta({
    description: 'The field or header; empty where the whole request is meant.',
  }),
  code: z.enum(Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]]).meta({
    description: Object.entries(problemCodes)
      .map(([code, words]) => `- \`${code}\`: ${words}`)
      .join('\n'),
  }),
  message,
});

/** 400. `errors` is absent if `user_id` is missing. */
export const badRequestBody = z.object({ message, errors: z.array(problem).min(1).optional() });

/** 401. */
export const authenticationFailedBody = z.object({ success: z.literal(false), message });

/** 403. */
export const insufficientCreditsBody = z.object({
  message,
  CreditsAvailable: z.int(),
  plan_type: z.string(),
});

/** 403 for another user, 404, 405 and 429. */
export const messageBody = z.object({
  message,
  code: z.enum(['daily_limit_reached', 'key_not_for_user']).optional().meta({
    description:
      '`daily_limit_reached` (429): no more texts today, until midnight UTC. `key_not_for_user` (403): the API key is limited to another user.',
  }),
});

/** 403 of the operation that costs credits. */
export const forbiddenBody = z.union([insufficientCreditsBody, messageBody]);

/** 500. */
export const internalServerErrorBody = z.object({
  success: z.literal(false),
  message,
  error: z.string().meta({ description: 'What failed how; never a key, a path or a stack.' }),
});

export type Problem = Readonly<z.infer<typeof problem>>;
