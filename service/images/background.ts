/**
 * Backgrounds for transparent images, as red, green and blue; the first is used if it is good
 * enough.
 */
const backgrounds = [
  [255, 255, 255],
  [0, 0, 0],
  [128, 128, 128],
] as const;

/** How much two pixels differ at a visible edge, in the channel that differs most. */
const leastContrast = 48;
/** A background is good enough if it shows this share of the edges that the best one shows. */
const enough = 0.9;
/** How many pixels are compared and sampled at most, because this delays all callers. */
const maxCompared = 12_000;
const maxLookedAt = 300_000;
/** With fewer edges, most of the image is empty, so sampling more pixels is quick. */
const fewEdges = 100;

/**
 * Chooses the background on which the content of a transparent image stands out: white if it shows
 * nearly all of its edges, otherwise black, otherwise grey.
 * @param rgba red, green, blue and alpha of each pixel
 * @param width in pixels
 */
export function chooseBackground(rgba: Buffer, width: number): { r: number; g: number; b: number } {
  let edges = countEdges(rgba, width, maxCompared);
  if (Math.max(...edges) < fewEdges) edges = countEdges(rgba, width, maxLookedAt);
  const best = enough * Math.max(...edges);
  const [r, g, b] = backgrounds[edges.findIndex((count) => count >= best)] ?? backgrounds[0];
  return { r, g, b };
}

/** Counts pixels that differ from the one before or above, on each background. */
function countEdges(rgba: Buffer, width: number, lookedAt: number): number[] {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  // Odd, so it does not stay in one column of an image whose width is a power of two.
  const step = 2 * Math.floor(pixels.length / lookedAt / 2) + 1;
  const edges = backgrounds.map(() => 0);
  let compared = 0;
  for (let at = width + 1; at < pixels.length && compared < maxCompared; at += step) {
    const pixel = pixels[at];
    if (pixel === pixels[at - 1] && pixel === pixels[at - width]) continue;
    compared += 1;
    backgrounds.forEach((background, index) => {
      const isEdge =
        differ(rgba, 4 * at, 4 * (at - 1), background) ||
        differ(rgba, 4 * at, 4 * (at - width), background);
      if (isEdge) edges[index] = (edges[index] ?? 0) + 1;
    });
  }
  return edges;
}

function differ(rgba: Buffer, one: number, other: number, background: readonly number[]): boolean {
  const alpha = (rgba[one + 3] ?? 0) / 255;
  const otherAlpha = (rgba[other + 3] ?? 0) / 255;
  for (let channel = 0; channel < 3; channel += 1) {
    const behind = background[channel] ?? 0;
    const value = ((rgba[one + channel] ?? 0) - behind) * alpha;
    const otherValue = ((rgba[other + channel] ?? 0) - behind) * otherAlpha;
    if (Math.abs(value - otherValue) > leastContrast) return true;
  }
  return false;
}
