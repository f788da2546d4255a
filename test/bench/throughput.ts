import { availableParallelism } from 'node:os';
import { normalise } from '../../service/images/normalise.ts';
import { rate, round } from './measure.ts';
import type { Sample } from './pictures.ts';
import type { Stage } from './stage.ts';

const callers = 8;
const rounds = 3;
const sliceMs = 2_500;

/**
 * Calls a second, beside what bounds them: the provider's SDK, or the decoding of pictures. All of it
 * is measured in turn, a few times over, so that a busy machine slows everything alike.
 */
export async function measureThroughput(stage: Stage, small: Sample, large: Sample) {
  const decoders = Math.max(1, availableParallelism() - 1);
  const [smallBody, largeBody] = [small, large].map(({ bytes }) => stage.generateBody(bytes));
  if (!smallBody || !largeBody) return [];
  const works = [
    [`provider alone, ${small.name}`, callers, () => stage.askProvider(small.bytes)],
    [`generate, ${small.name}`, callers, () => stage.generate(smallBody)],
    [`decoding alone, ${large.name}`, decoders, () => normalise(large.bytes)],
    [`generate, ${large.name}`, callers, () => stage.generate(largeBody)],
  ] as const;
  const rates = works.map(() => 0);
  for (let i = 0; i < rounds; i += 1) {
    for (const [index, [, workers, work]] of works.entries()) {
      rates[index] = (rates[index] ?? 0) + (await rate(workers, sliceMs, work)) / rounds;
    }
  }
  return works.map(([work, workers], index) => ({
    work,
    'at once': workers,
    'a second': round(rates[index] ?? NaN),
    // Each generate call stands below what it is bounded by.
    ratio: round((rates[index] ?? NaN) / (rates[index - (index % 2)] ?? NaN)),
  }));
}
