import { status, text, type Behaviour, type ProviderCall } from './provider-stand-in.ts';

/** Parameters that older servers refuse, by the text of the error. */
const refused = ['max_completion_tokens', 'reasoning_effort', 'response_format', 'thinking'];

/**
 * Answers like an older server. Its error names one of the parameters that it does not know, and in the next
 * call another one.
 */
export function oldServer(answer: string): Behaviour {
  let calls = 0;
  return (call, response) => {
    calls += 1;
    const unknown = parametersOf(call).filter((name) => refused.includes(name));
    const param = unknown[calls % unknown.length];
    const behaviour = param === undefined ? text(answer) : refusal(param);
    return behaviour(call, response);
  };
}

/** Refuses every call because of a parameter, even if the call does not have it. */
export function refusal(param: string): Behaviour {
  const message = `Unsupported parameter: '${param}' is not supported with this model.`;
  return status(400, message, { param });
}

/** Holds the first calls until there are this many, so none can learn from another. */
export function atOnce(count: number, behaviour: Behaviour): Behaviour {
  const held: (() => void)[] = [];
  return async (call, response) => {
    if (held.length < count) {
      await new Promise<void>((resolve) => {
        held.push(resolve);
        if (held.length === count) held.forEach((release) => release());
      });
    }
    return behaviour(call, response);
  };
}

function parametersOf({ provider, body }: ProviderCall): string[] {
  if (provider === 'openai') return Object.keys(body as object);
  const { generationConfig } = body as { generationConfig: object };
  return 'thinkingConfig' in generationConfig ? ['thinking'] : [];
}
