import type { ModelRequest } from './provider.ts';

/** How long a simpler form is used before one call tries the full one again, in milliseconds. */
const fullAgainMs = 600_000;

/** How much of an error's message is read, in UTF-16 code units. */
const maxMessageLength = 10_000;

/**
 * Finds out which form of request a server accepts: older and compatible servers lack new parameters.
 * A form is remembered only after it has worked, and the full form is retried from time to time. So a
 * misleading error costs one call, not the provider.
 * @param full form of a vendor's newest servers
 * @param simplify returns the form to try after an error, or nothing if the error has another cause
 */
export function adaptForm<Form>(
  full: Form,
  simplify: (form: Form, error: unknown, request: ModelRequest) => Form | undefined,
) {
  let known = full;
  let fullAgainAt = Infinity;

  function choose(): Form {
    if (performance.now() < fullAgainAt) return known;
    // Only this call: the others need not wait for its outcome.
    fullAgainAt = performance.now() + fullAgainMs;
    return full;
  }

  function remember(form: Form): void {
    known = form;
    fullAgainAt = form === full ? Infinity : performance.now() + fullAgainMs;
  }

  /** Calls a server in the form that it is known to accept, and in simpler ones if it refuses. */
  return async function call<Answer>(
    request: ModelRequest,
    ask: (form: Form) => Promise<Answer>,
  ): Promise<Answer> {
    const first = choose();
    for (let form = first; ;) {
      try {
        const answer = await ask(form);
        if (form !== first || form === full) remember(form);
        return answer;
      } catch (error) {
        const simpler = simplify(form, error, request);
        if (simpler === undefined) throw error;
        form = simpler;
      }
    }
  };
}

/**
 * Whether an error's message is about a parameter: it names the parameter, and not only by quoting
 * the request, which contains the page's own words.
 */
export function isAboutParameter(name: RegExp, message: string, request: ModelRequest): boolean {
  const member = new RegExp(`["']\\w*(?:${name.source})\\w*\\\\?["']\\s*:`, 'gi');
  const type = new RegExp(`["']type\\\\?["']\\s*:\\s*\\\\?["'](?:${name.source})`, 'gi');
  const argument = new RegExp(`(?:${name.source})\\w*\\s*=`, 'gi');
  const unquoted = withoutContext(message.slice(0, maxMessageLength), name, request.context);
  const rest = unquoted.replace(member, '').replace(type, '');
  return name.test(/\bmessages\s*=/.test(rest) ? rest.replace(argument, '') : rest);
}

/** A message without what it quotes of the context: what matches there, such as a parameter's name, and the words beside it. */
export function withoutContext(message: string, name: RegExp, context: string): string {
  // Only what every server quotes as it is.
  const mention = new RegExp(`([ \\w]{0,20})(${name.source})(?=([ \\w]{0,20}))`, 'gi');
  let rest = message;
  for (const [, before = '', word = '', after = ''] of context.matchAll(mention)) {
    if (before.trim()) rest = rest.replaceAll(before + word, '');
    if (after.trim()) rest = rest.replaceAll(word + after, '');
  }
  return rest;
}
