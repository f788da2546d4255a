import {
  expect,
  type BrowserContext,
  type ConsoleMessage,
  type Request,
  type WebError,
} from '@playwright/test';

/** All content that reached the browser during a test, and its errors. */
export interface Watch {
  /** Page sources, responses to requests of scripts, and console messages. */
  texts(): Promise<readonly string[]>;
  /** Fails if the texts contain one of the secrets, or if a script failed. */
  check(secrets: readonly string[]): Promise<void>;
  /** Ends the watch: the next test has the same context. */
  stop(): void;
}

const readTypes = new Set(['document', 'xhr', 'fetch']);

/** WordPress's own, in version 7.1: a canvas that loads fast may not have what its script asks for. */
const faultOfWordPress =
  /reading 'domContentLoadedEventStart'[^]*\/script-modules\/interactivity\//;

export function watch(context: BrowserContext): Watch {
  const texts: Promise<string>[] = [];
  const faults: string[] = [];
  // Not of 'response': the body of an aborted one never arrives.
  const onRequest = (request: Request) => {
    if (readTypes.has(request.resourceType())) texts.push(read(request));
  };
  const onMessage = (message: ConsoleMessage) => {
    texts.push(Promise.resolve(message.text()));
  };
  const onFault = (error: WebError) => {
    const fault = String(error.error().stack);
    if (!faultOfWordPress.test(fault)) faults.push(fault);
  };
  context.on('requestfinished', onRequest);
  context.on('console', onMessage);
  context.on('weberror', onFault);
  const allTexts = () => Promise.all(texts);
  return {
    texts: allTexts,
    async check(secrets) {
      const all = await allTexts();
      const leaks = all.filter((text) => secrets.some((secret) => text.includes(secret)));
      expect.soft(leaks, 'a key reached the browser').toEqual([]);
      expect.soft(faults, 'a script broke').toEqual([]);
    },
    stop() {
      context.off('requestfinished', onRequest);
      context.off('console', onMessage);
      context.off('weberror', onFault);
    },
  };
}

/** The body of a redirect cannot be read, nor any body once its page is closed. */
async function read(request: Request): Promise<string> {
  const response = await request.response().catch(() => null);
  const body = await response?.text().catch(() => '');
  return `${request.url()}\n${JSON.stringify(response?.headers())}\n${body ?? ''}`;
}
