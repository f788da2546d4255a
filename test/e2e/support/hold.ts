import type { Page } from '@playwright/test';
import type { Behaviour } from '../../support/provider-stand-in.ts';

/** Responses that a test holds back until it needs them. */
export interface Hold {
  readonly behaviour: Behaviour;
  /** Resolves once all of the held responses are being waited for. */
  readonly arrived: Promise<void>;
  release(): void;
}

/** Holds the first responses, and lets all later ones through. */
export function hold(behaviour: Behaviour, count = 1): Hold {
  let waiting = 0;
  let arrive: () => void = () => undefined;
  let release: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    arrived,
    release,
    async behaviour(call, response) {
      waiting += 1;
      if (waiting === count) arrive();
      await released;
      await behaviour(call, response);
    },
  };
}

/** Holds requests of the browser to a REST route back until the result is called. */
export async function holdRequests(page: Page, route: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    ({ href }) => decodeURIComponent(href).includes(route),
    async (request) => {
      await released;
      await request.fallback();
    },
  );
  return release;
}
