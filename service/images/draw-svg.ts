import { execFile } from 'node:child_process';

/** Exit codes of the child if it refuses an SVG; Node.js and the shell use none of these. */
const refusals: Readonly<Record<string, 'filters' | 'pixels'>> = { 70: 'filters', 71: 'pixels' };

/** An SVG is refused. */
export class SvgRefusedError extends Error {
  override readonly name = 'SvgRefusedError';

  /** It has too many filter effects, or claims too many pixels. */
  readonly reason: 'filters' | 'pixels';

  constructor(reason: SvgRefusedError['reason']) {
    super(`The SVG is not drawn: ${reason}.`);
    this.reason = reason;
  }
}

/**
 * How many filter effects an SVG may define and apply, in total: each may cost time for every
 * pixel.
 */
export const maxFilters = 64;

/**
 * The memory that the child may write to, in kB. Node.js and sharp take a quarter of it, an
 * embedded photograph of 25 megapixels the rest.
 */
const maxKilobytes = 512 * 1024;

/** The child limits itself, so its limits still hold after this process is gone. */
const shell = `
  ulimit -c 0
  ulimit -d ${maxKilobytes}
  ulimit -t "$1"
  shift
  exec "$@"
`;

/**
 * The child's script: reads an SVG and writes a PNG whose sides are limited. An SVG without a size
 * must be drawn to find out its size.
 */
const script = `
  import { buffer } from 'node:stream/consumers';
  import sharp from 'sharp';
  const [maxSide, maxPixels] = process.argv.slice(1).map(Number);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const svg = await buffer(process.stdin);
  const filters = svg.toString('latin1').match(/<(?:\\w+:)?fe[A-Z]|\\bfilter\\s*[=:]/g) ?? [];
  if (filters.length > ${maxFilters}) process.exit(70);
  const open = (density) => sharp(svg, { density, limitInputPixels: false });
  const { width, height } = await open(72).metadata();
  if (width * height > maxPixels) process.exit(71);
  // At 72 dots per inch an image has the size that it claims.
  const density = Math.max(1, 72 * Math.min(1, maxSide / Math.max(width, height)));
  process.stdout.write(await open(density).png().toBuffer());
`;

export interface DrawOptions {
  /** Longest side of the drawing, in pixels; a larger SVG is scaled down. */
  readonly maxSide: number;
  /** Most pixels that the SVG may claim. */
  readonly maxPixels: number;
  readonly timeoutMs: number;
}

/**
 * Draws an SVG as a PNG in a child process, which is killed if it takes too long and ends if it
 * takes too much memory: a few bytes of SVG can require hours of work or gigabytes of memory, and a
 * thread cannot be stopped.
 * @throws SvgRefusedError; Error if the SVG is damaged or exceeds these limits
 */
export function drawSvg(
  svg: Buffer,
  { maxSide, maxPixels, timeoutMs }: DrawOptions,
): Promise<Buffer> {
  const node = [process.execPath, '--input-type=module', '--eval', script];
  // Twice the time, because Node.js has other threads, too.
  const seconds = Math.ceil((2 * timeoutMs) / 1_000);
  return new Promise((resolve, reject) => {
    const child = execFile(
      '/bin/sh',
      ['-c', shell, 'sh', ...[seconds, ...node, maxSide, maxPixels].map(String)],
      {
        // Where the script finds its packages.
        cwd: import.meta.dirname,
        encoding: 'buffer',
        env: {},
        killSignal: 'SIGKILL',
        maxBuffer: 8 * maxSide * maxSide,
        timeout: timeoutMs,
      },
      (error, stdout) => {
        const reason = refusals[String(error?.code)];
        if (reason) reject(new SvgRefusedError(reason));
        else if (error instanceof Error) reject(error);
        else resolve(stdout);
      },
    );
    // A child that has already ended reports that itself.
    child.stdin?.on('error', () => undefined).end(svg);
  });
}
