/** The logs of the services that this process started, until `endTest`. */
const logs = new Map<() => string, { hasEnded: boolean; from: number }>();

/** Keeps a log for the tests that fail. Returns a function to call when its process has ended. */
export function keepLog(log: () => string): () => void {
  const kept = { hasEnded: false, from: 0 };
  logs.set(log, kept);
  return () => {
    kept.hasEnded = true;
  };
}

/** Ends a test. If it failed, prints the last lines that services logged during it. */
export function endTest(name: string, hasFailed: boolean): void {
  for (const [log, kept] of logs) {
    const lines = log().slice(kept.from).trimEnd().split('\n').slice(-30);
    if (hasFailed && lines.join('') !== '') {
      console.log(`The service logged during the failed test "${name}":\n${lines.join('\n')}`);
    }
    kept.from = log().length;
    if (kept.hasEnded) logs.delete(log);
  }
}
