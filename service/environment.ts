import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text, trimmed. */
export const text = z.string().trim().optional();

/** The address of a server. */
export const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL.' })
  .optional();

const notAnOrigin = 'must be an address without a path, such as https://alt.example.com.';

/** The address of a website, without what follows the host and the port. */
export const origin = z
  .url({ protocol: /^https?$/, error: notAnOrigin, abort: true })
  .transform((value) => new URL(value))
  .refine(({ href, origin }) => href === `${origin}/`, { error: notAnOrigin })
  .transform((value) => value.origin)
  .optional();

/** `on` unless set. */
export const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off.' }).default('on');

/** `false` unless set. */
export const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false.' })
  .default('false')
  .transform((value) => value === 'true' || value === '1');

/** A number from `least` to `most`; `otherwise` unless set. */
export function wholeNumber(least: number, most: number, otherwise: number) {
  return optionalNumber(least, most).default(otherwise);
}

/** A number from `least` to `most`; nothing unless set. */
export function optionalNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}.`;
  return z
    .string()
    .regex(/^\d{1,15}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
}

/**
 * Reads environment variables; an empty one counts as unset.
 * @returns the values, unless there are problems: a sentence for each, with the variable's name
 */
export function readEnvironment<Shape extends z.ZodRawShape>(shape: Shape, env: Environment) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = z.object(shape).safeParse(set);
  const problems = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  return { values: result.data, problems };
}
