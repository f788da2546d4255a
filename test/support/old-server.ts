import { status, text, type Behaviour, type ProviderCall } from './provider-stand-in.ts';

/** Parameters that older servers refuse, by the words of the refusal. */
const refused = ['max_completion_tokens', 'reasoning_effort', 'response_format', 'thinking'];

/**
 * Answers as a server that lacks what is new in its vendor's interface: a refusal names one of the
 * parameters that it does not know, and of two calls in a row another one.
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

/** Refuses every call for a parameter, whether or not the call has it. */
export function refusal(param: string): Behaviour {
  const message = `Unsupported parameter: '${param}' is not supported with this model.`;
  return status(400, message, { param });
}

/** Holds the first calls back until so many are there, so that none of them knows of another. */
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
