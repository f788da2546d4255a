import { startModule } from './cores.ts';
import { nextMessage, startLoadGenerator, type LoadGenerator } from './load.ts';

/** The text that both providers answer with. */
export const answerText = 'A red bicycle leans against a wall';

/** How a provider fares: it answers, or responds with 500 at once. */
export type Health = 'healthy' | 'failing';

/** What stands around everything that is measured, on the core beside it. */
export interface Stage extends LoadGenerator {
  /** Where a provider is that fares so: without the path of its API. */
  providerUrl(health: Health): string;
}

/** Starts providers and load generator on loopback, each in a process of its own. */
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
