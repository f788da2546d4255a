import { startModule } from './cores.ts';
import { nextMessage, startLoadGenerator, type LoadGenerator } from './load.ts';

/** The text that both providers answer with. */
export const answerText = 'A red bicycle leans against a wall';

/** The health of a provider: it answers, or immediately responds with 500. */
export type Health = 'healthy' | 'failing';

/** Everything around the measured server, on the other core. */
export interface Stage extends LoadGenerator {
  /** The URL of a provider with this health, without the path of its API. */
  providerUrl(health: Health): string;
}

/** Starts providers and load generator on loopback, each in a separate process. */
export async function startStage(): Promise<Stage> {
  const providers = startModule('around', 'stage/provider-process.ts');
  const port = (await nextMessage(providers)) as number;
  const load = startLoadGenerator();
  return {
    providerUrl: (health) => `http://127.0.0.1:${port}/${health}`,
    run: (given) => load.run(given),
    stop() {
      load.stop();
      providers.disconnect();
    },
  };
}
