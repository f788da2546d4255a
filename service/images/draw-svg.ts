import { execFile } from 'node:child_process';

/** Why the child draws nothing, by its exit code: none of those that Node.js and the shell have. */
const refusals: Readonly<Record<string, 'filters' | 'pixels'>> = { 70: 'filters', 71: 'pixels' };

/** An SVG is not drawn. */
export class SvgRefusedError extends Error {
  override readonly name = 'SvgRefusedError';

  /** It has too many filter effects, or claims too many pixels. */
  readonly reason: 'filters' | 'pixels';

  constructor(reason: SvgRefusedError['reason']) {
    super(`The SVG is not drawn: ${reason}.`);
    this.reason = reason;
  }
}

/** Effects that an SVG may define and apply, together: each may cost time for every pixel. */
export const maxFilters = 64;

/**
 * Memory that the child may write to, in kB: Node.js and sharp take a quarter of it, and a photograph
 * of 25 megapixels inside of an SVG the rest.
 */
const maxKilobytes = 512 * 1024;

/** The child limits itself, so that its limits also hold where this process is gone. */
const shell = `
  ulimit -c 0
  ulimit -d ${maxKilobytes}
  ulimit -t "$1"
  shift
  exec "$@"
`;

/**
 * What the child does: an SVG comes in, a PNG of at most so many pixels a side goes out. Even the size
 * of an SVG without one is only known once everything in it has been drawn.
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
  /** Longest side of the drawing, in pixels: a larger SVG is drawn smaller. */
  readonly maxSide: number;
  /** Most pixels that the SVG may claim. */
  readonly maxPixels: number;
  readonly timeoutMs: number;
}

/**
 * Draws an SVG as a PNG in a process of its own, which is killed when it takes too long, and ends when
 * it takes too much memory: a few bytes of SVG can ask for hours of work or for gigabytes, and a thread
 * cannot be stopped.
 * @throws SvgRefusedError; Error when it is damaged, or cannot be drawn within these limits
 */
export function drawSvg(
  svg: Buffer,
  { maxSide, maxPixels, timeoutMs }: DrawOptions,
): Promise<Buffer> {
  const node = [process.execPath, '--input-type=module', '--eval', script];
  // Twice the time, since Node.js has other threads, too.
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
    // A child that has ended already says so itself.
    child.stdin?.on('error', () => undefined).end(svg);
  });
}
