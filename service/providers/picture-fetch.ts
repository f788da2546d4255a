import { Agent, fetch as undiciFetch } from 'undici';
import { putPicturesIn } from './set-aside.ts';

/** Largest answer of a provider, in bytes; an alt text takes far less. */
const maxResponseBytes = 1024 * 1024;

const agent = new Agent({ maxResponseSize: maxResponseBytes });
const defaultHeaders = { 'user-agent': 'altscribe', 'accept-encoding': 'identity' };
const platformFetch = globalThis.fetch;

/**
 * What both SDKs ask with: sends a request with its picture in place, by undici's `request`, which
 * takes a sixth of the processor time of `fetch`. An answer is bounded and is not compressed. A redirect
 * is followed by undici's `fetch`; what has no picture goes through the platform's.
 */
export const pictureFetch: typeof fetch = async (input, init) => {
  const body = typeof init?.body === 'string' ? putPicturesIn(init.body) : undefined;
  if (!body) return platformFetch(input, init);
  const url = input instanceof Request ? input.url : String(input);
  const options = {
    method: 'POST',
    headers: withDefaults(new Headers(init?.headers)),
    body,
    signal: init?.signal ?? null,
  } as const;
  const { origin, pathname, search } = new URL(url);
  const answer = await agent.request({ origin, path: pathname + search, ...options });
  if (answer.headers.location && answer.statusCode >= 300 && answer.statusCode < 400) {
    await answer.body.dump();
    // Its type is another one than the platform's, which it follows.
    return (await undiciFetch(url, { dispatcher: agent, ...options })) as unknown as Response;
  }
  // To its end, also where nobody reads it: the connection is free for the next request then.
  const read = await answer.body.text().then(
    (text) => () => text,
    (cause: unknown) => () => {
      throw new TypeError('terminated', { cause });
    },
  );
  return toResponse(answer, read);
};

function withDefaults(given: Headers): Record<string, string> {
  const headers: Record<string, string> = { ...defaultHeaders };
  given.forEach((value, name) => (headers[name] = value));
  return headers;
}

/** Has the SDK that takes no other `fetch` than the global one use this one. */
export function usePictureFetch(): void {
  globalThis.fetch = pictureFetch;
}

interface Answer {
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** As much of a `Response` as the SDKs look at: a whole one costs as much as the request. */
function toResponse({ statusCode, statusText, headers }: Answer, read: () => string): Response {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const response: Partial<Response> = {
    ok: statusCode >= 200 && statusCode < 300,
    status: statusCode,
    statusText,
    headers: new Headers(entries),
    body: null,
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws is a rejection
    text: async () => read(),
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws is a rejection
    json: async () => JSON.parse(read()) as unknown,
  };
  return response as Response;
}
