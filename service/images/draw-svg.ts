import { execFile } from 'node:child_process';

/** An SVG asks for more filter effects than are drawn. */
export class TooManyFiltersError extends Error {
  override readonly name = 'TooManyFiltersError';
}

/** Effects that an SVG may define and apply, together: each may cost time for every pixel. */
export const maxFilters = 64;

const tooManyFilters = 3;

/** What the child does: an SVG comes in, a PNG of at most so many pixels a side goes out. */
const script = `
  import { buffer } from 'node:stream/consumers';
  import sharp from 'sharp';
  const svg = await buffer(process.stdin);
  const density = Number(process.argv[1]);
  const filters = svg.toString('latin1').match(/<(?:\\w+:)?fe[A-Z]|\\bfilter\\s*[=:]/g) ?? [];
  if (filters.length > ${maxFilters}) process.exit(${tooManyFilters});
  process.stdout.write(await sharp(svg, { density, limitInputPixels: false }).png().toBuffer());
`;

/** The density at which a picture has the size that it claims, in dots per inch. */
const plainDensity = 72;

export interface DrawOptions {
  /** Longest side that the SVG claims, in pixels. */
  readonly side: number;
  /** Longest side of the drawing, in pixels: a larger SVG is drawn smaller. */
  readonly maxSide: number;
  readonly timeoutMs: number;
}

/**
 * Draws an SVG as a PNG in a process of its own, which is killed when it takes too long: a few bytes
 * of SVG can ask for hours of drawing, and a thread cannot be stopped.
 * @throws TooManyFiltersError; Error when it cannot be drawn in time
 */
export function drawSvg(svg: Buffer, { side, maxSide, timeoutMs }: DrawOptions): Promise<Buffer> {
  const density = Math.max(1, plainDensity * Math.min(1, maxSide / side));
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--input-type=module', '--eval', script, String(density)],
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
        if (error?.code === tooManyFilters) reject(new TooManyFiltersError());
        else if (error instanceof Error) reject(error);
        else resolve(stdout);
      },
    );
    // A child that has ended already says so itself.
    child.stdin?.on('error', () => undefined).end(svg);
  });
}
