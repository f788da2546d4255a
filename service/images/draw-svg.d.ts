/** An SVG asks for more filter effects than are drawn. */
export declare class TooManyFiltersError extends Error {
  readonly name = 'TooManyFiltersError';
}
/** Effects that an SVG may define and apply, together: each may cost time for every pixel. */
export declare const maxFilters = 64;
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
export declare function drawSvg(
  svg: Buffer,
  { side, maxSide, timeoutMs }: DrawOptions,
): Promise<Buffer>;
