import type { Behaviour } from '../../support/provider-stand-in.ts';

/** An answer that a test keeps back until it wants it to come. */
export interface Hold {
  readonly behaviour: Behaviour;
  /** Settles once somebody waits for the answer. */
  readonly arrived: Promise<void>;
  release(): void;
}

/** Keeps back the first answer, and lets all later ones through. */
export function hold(behaviour: Behaviour): Hold {
  let arrive: () => void = () => undefined;
  let release: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    arrived,
    release,
    async behaviour(call, response) {
      arrive();
      await released;
      await behaviour(call, response);
    },
  };
}
