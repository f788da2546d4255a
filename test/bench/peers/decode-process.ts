import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { normalise } from '../../../service/images/normalise.ts';

/**
 * Decodes a photograph, and nothing else: as the service does, or as sharp's documentation has it. It is
 * sent the photograph first; each number of milliseconds after that is answered with how many it has
 * decoded a second.
 */
const decodeOnce = process.argv[2] === 'service' ? normalise : decodePlainly;

process.once('message', (bytes: Buffer) => {
  process.on('message', (ms: number) => {
    void decode(bytes, ms).then((rate) => process.send?.(rate));
  });
  process.send?.('ready');
});
process.on('disconnect', () => process.exit());

async function decode(bytes: Buffer, ms: number): Promise<number> {
  const start = performance.now();
  let decoded = 0;
  let last = start;
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      while (performance.now() - start < ms) {
        await decodeOnce(bytes);
        decoded += 1;
        last = performance.now();
      }
    }),
  );
  return (decoded * 1000) / (last - start);
}

function decodePlainly(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).autoOrient().resize(1024, 1024, { fit: 'inside' }).jpeg().toBuffer();
}
