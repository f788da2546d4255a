import { round, summarise, time } from './measure.ts';
import type { Sample } from './pictures.ts';
import type { Stage } from './stage.ts';

const warmUp = 30;
const rounds = 300;

/**
 * What the service adds to a call of the provider: one caller, who asks both in turn, so that a busy
 * machine slows both alike.
 */
export async function measureOverhead(stage: Stage, samples: readonly Sample[]) {
  const [first] = samples;
  if (!first) return [];
  const bare: number[] = [];
  const whole = samples.map((): number[] => []);
  for (let i = -warmUp; i < rounds; i += 1) {
    const bareMs = await time(() => stage.askProvider(first.bytes));
    if (i >= 0) bare.push(bareMs);
    for (const [index, { bytes }] of samples.entries()) {
      // To write the body is the caller's work, as it is the SDK's in the bare call.
      const ms = await time(() => stage.generate(stage.generateBody(bytes)));
      if (i >= 0) whole[index]?.push(ms);
    }
  }
  const base = summarise(bare);
  const row = (call: string, times: readonly number[]) => {
    const { count, p50, p99 } = summarise(times);
    return {
      call,
      calls: count,
      'p50 ms': round(p50),
      'p99 ms': round(p99),
      'p50 ratio': round(p50 / base.p50),
      'p99 ratio': round(p99 / base.p99),
      'p50 added ms': round(p50 - base.p50),
    };
  };
  return [
    row('provider alone', bare),
    ...samples.map(({ name }, index) => row(`generate, ${name}`, whole[index] ?? [])),
  ];
}
