import { round, summarise } from '../measure.ts';
import type { Part } from '../part.ts';
import { record } from '../growth/record.ts';
import { mean, recordingFile, type Samples } from '../growth/recording.ts';
import { statementsOfCall } from '../growth/statements.ts';
import { save } from '../report/results.ts';

/** Records what a call takes, step by step; `growth` and `growth-check` simulate with that. */
export const growthRecording: Part = {
  name: 'growth-recording',
  title: 'Growth: the steps of a call on PostgreSQL, one process',
  async measure(stage) {
    const recording = await record(stage);
    await save(recordingFile, `${JSON.stringify(recording)}\n`);
    const row = (of: string, step: string, samples: Samples) => {
      const { p50, p99 } = summarise(samples);
      const ms = { 'mean ms': round(mean(samples)), 'p50 ms': round(p50), 'p99 ms': round(p99) };
      return { 'processor time of': of, step, ...ms };
    };
    return {
      rows: [
        ...recording.serviceMs.map((samples, n) =>
          row('service', `before "${statementsOfCall[n]?.name ?? 'response'}"`, samples),
        ),
        ...recording.statements.map(({ name, databaseMs }) => row('database', name, databaseMs)),
        row('none: the disk', 'a flush', recording.flushMs),
      ],
    };
  },
};
