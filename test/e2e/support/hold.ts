import type { Behaviour } from '../../support/provider-stand-in.ts';

/** Answers that a test keeps back until it wants them to come. */
export interface Hold {
  readonly behaviour: Behaviour;
  /** Settles once somebody waits for each of the answers. */
  readonly arrived: Promise<void>;
  release(): void;
}

/** Keeps back the first answers, and lets all later ones through. */
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
