import { execFile } from 'node:child_process';
import { maxLong, maxPartsPixels, maxShort, maxSide } from './sent-size.ts';

/** Exit codes of the child if it refuses an SVG; Node.js and the shell use none of these. */
const refusals: Readonly<Record<string, 'filters' | 'pixels' | undefined>> = {
  70: 'filters',
  71: 'pixels',
};

/** An SVG is refused. */
export class SvgRefusedError extends Error {
  override readonly name = 'SvgRefusedError';

  /** It has too many filter effects, claims too many pixels, or got too little processor time. */
  readonly reason: 'filters' | 'pixels' | 'busy';

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
 * The child's script: reads an SVG and writes PNGs, each with its length before it. An SVG without a
 * size must be drawn to find out its size. Each is first drawn as large as an image that is sent
 * whole. One that claims a larger size is then drawn in that size: a long one as large as its
 * parts, for which there may be no time. As CommonJS, it takes two thirds of the processor time.
 */
const script = `
  const { buffer } = require('node:stream/consumers');
  const sharp = require('sharp');
  const [maxPixels, maxSide, maxShort, maxLong, maxPartsPixels] = process.argv.slice(1).map(Number);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  async function draw() {
    const svg = await buffer(process.stdin);
    const text = svg.toString('latin1');
    const filters = text.match(/<(?:\\w+:)?fe[A-Z]|\\bfilter\\s*[=:]/g) ?? [];
    if (filters.length > ${maxFilters}) process.exit(70);
    const open = (density) => sharp(svg, { density, limitInputPixels: false });
    const { width, height } = await open(72).metadata();
    if (width * height > maxPixels) process.exit(71);
    const [short, long] = [width, height].sort((one, other) => one - other);
    const fit = (pixels) => Math.sqrt(pixels / (width * height));
    // Filters take time for every pixel, and an embedded photograph does not get clearer.
    const most = fit(maxSide ** 2 / Math.max(1, filters.length / 8));
    const asOne = Math.min(/<(?:\\w+:)?image\\b/i.test(text) ? 1 : Infinity, maxLong / long, most);
    const inParts = Math.min(1, maxShort / short, fit(maxPartsPixels));
    // At 72 dots per inch an image has the size that it claims. A size in points or millimetres grows
    // with the density twice.
    const isPhysical = /<svg\\b[^>]*?\\s(?:width|height)\\s*=\\s*.[\\d.]+\\s*(?:pt|pc|mm|cm|in|q)\\b/i;
    const power = isPhysical.test(text) ? 0.5 : 1;
    for (const scale of inParts > asOne ? [asOne, inParts] : [asOne]) {
      const density = Math.min(100_000, Math.max(1, 72 * scale ** power));
      const png = await open(density).png({ compressionLevel: 1 }).toBuffer();
      const length = Buffer.alloc(4);
      length.writeUInt32BE(png.length);
      process.stdout.write(Buffer.concat([length, png]));
    }
  }
  void draw();
`;

export interface DrawOptions {
  /** Maximum number of pixels that the SVG may claim. */
  readonly maxPixels: number;
  /** Maximum processor time, in seconds. */
  readonly timeoutSeconds: number;
}

/** How many times longer a drawing may take on a busy machine. */
const patience = 4;

/**
 * Draws an SVG as a PNG in a child process, which is killed if it takes too long and ends if it
 * takes too much memory: a few bytes of SVG can require hours of work or gigabytes of memory, and a
 * thread cannot be stopped.
 * @throws SvgRefusedError; Error if the SVG is damaged or exceeds these limits
 */
export function drawSvg(svg: Buffer, { maxPixels, timeoutSeconds }: DrawOptions): Promise<Buffer> {
  const node = [process.execPath, '--input-type=commonjs', '--eval', script];
  const limits = [maxPixels, maxSide, maxShort, maxLong, maxPartsPixels];
  return new Promise((resolve, reject) => {
    const child = execFile(
      '/bin/sh',
      ['-c', shell, 'sh', ...[timeoutSeconds, ...node, ...limits].map(String)],
      {
        // Where the script finds its packages.
        cwd: import.meta.dirname,
        encoding: 'buffer',
        env: {},
        killSignal: 'SIGKILL',
        maxBuffer: 6 * maxPartsPixels,
        timeout: patience * timeoutSeconds * 1_000,
      },
      (error, stdout) => {
        const reason = error?.killed && !error.code ? 'busy' : refusals[String(error?.code)];
        const drawing = findLastDrawing(stdout);
        if (drawing) resolve(drawing);
        else if (reason) reject(new SvgRefusedError(reason));
        else reject(error ?? new Error('The child has drawn nothing.'));
      },
    );
    // A child that has already ended reports that itself.
    child.stdin?.on('error', () => undefined).end(svg);
  });
}

/** The last drawing that the child has written completely. */
function findLastDrawing(written: Buffer): Buffer | undefined {
  let last: Buffer | undefined;
  for (let at = 0; at + 4 <= written.length;) {
    const start = at + 4;
    at = start + written.readUInt32BE(at);
    if (at <= written.length) last = written.subarray(start, at);
  }
  return last;
}
