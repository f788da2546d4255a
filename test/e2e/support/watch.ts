import { expect, type BrowserContext, type Request } from '@playwright/test';

/** All content that reached the browser during a test, and its errors. */
export interface Watch {
  /** Page sources, responses to requests of scripts, and console messages. */
  texts(): Promise<readonly string[]>;
  /** Fails if the texts contain one of the secrets, or if a script failed. */
  check(secrets: readonly string[]): Promise<void>;
}

const readTypes = new Set(['document', 'xhr', 'fetch']);

export function watch(context: BrowserContext): Watch {
  const texts: Promise<string>[] = [];
  const faults: string[] = [];
  // Not 'response': the body of an aborted one never arrives.
  context.on('requestfinished', (request) => {
    if (readTypes.has(request.resourceType())) texts.push(read(request));
  });
  context.on('console', (message) => {
    texts.push(Promise.resolve(message.text()));
  });
  context.on('weberror', (error) => faults.push(String(error.error().stack)));
  const allTexts = () => Promise.all(texts);
  return {
    texts: allTexts,
    async check(secrets) {
      const all = await allTexts();
      const leaks = all.filter((text) => secrets.some((secret) => text.includes(secret)));
      expect.soft(leaks, 'a key reached the browser').toEqual([]);
      expect.soft(faults, 'a script broke').toEqual([]);
    },
  };
}

/** The body of a redirect cannot be read, nor any body once its page is closed. */
async function read(request: Request): Promise<string> {
  const response = await request.response().catch(() => null);
  const body = await response?.text().catch(() => '');
  return `${request.url()}\n${JSON.stringify(response?.headers())}\n${body ?? ''}`;
}
