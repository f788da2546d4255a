/** Whatever has to be stopped. */
interface Stoppable {
  stop(): unknown;
}

/** Takes note of a server that is being started. */
export type Keep = <One extends Stoppable>(server: Promise<One>) => Promise<One>;

/**
 * Does some work with servers, and stops them all in the end.
 */
export async function withServers<Result>(work: (keep: Keep) => Promise<Result>): Promise<Result> {
  const kept: Stoppable[] = [];
  try {
    return await work(async (server) => {
      const one = await server;
      kept.push(one);
      return one;
    });
  } finally {
    for (const one of kept) await one.stop();
  }
}
