import { expect, type BrowserContext, type Request } from '@playwright/test';

/** All that reached the browser during a test, and what went wrong in it. */
export interface Watch {
  /** Page sources, answers to requests of scripts, and console messages. */
  texts(): Promise<readonly string[]>;
  /** Fails where one of the secrets was among the texts, or a script broke. */
  check(secrets: readonly string[]): Promise<void>;
}

const readTypes = new Set(['document', 'xhr', 'fetch']);

export function watch(context: BrowserContext): Watch {
  const texts: Promise<string>[] = [];
  const faults: string[] = [];
  // Not 'response': the body of one that is cut off never comes.
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

/** A body cannot be read once its page is gone, nor that of a redirect. */
async function read(request: Request): Promise<string> {
  const response = await request.response().catch(() => null);
  const body = await response?.text().catch(() => '');
  return `${request.url()}\n${JSON.stringify(response?.headers())}\n${body ?? ''}`;
}
