/**
 * Sizes in which images are sent to models, in pixels, and how long images are cut into parts. See
 * docs/decisions/models.md for the reasons.
 */

/** Longest side of an image that is not long. */
export const maxSide = 1_024;
/** An image is long if its sides differ by more than this factor. */
const longRatio = 2;
/** Largest part of a long image: OpenAI's models take exactly that without scaling it down. */
export const maxShort = 768;
export const maxLong = 2_048;
/** All parts of a long image together. */
export const maxPartsPixels = 6 * maxShort * maxLong;
const maxParts = 16;
/** How much neighbouring parts overlap, so each line is whole in one of them. */
const overlap = 64;
/** How much larger an image must appear in parts than as a whole. */
const leastGain = 1.25;
/** Words are taller than this, in pixels. */
const leastReadable = 12;
/** Below this, models see little, and some model servers crash. */
const minShort = 64;
/** How large the short side of a smaller image becomes, if the long one stays in bounds. */
const enlargedShort = 256;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A section of an image. */
export interface Section extends Size {
  readonly left: number;
  readonly top: number;
}

/** How an image is scaled, and the parts that it is then cut into; none if it is sent as one. */
export interface SentSize extends Size {
  readonly parts: readonly Section[];
}

/** Whether an image of this size is sent as it is. */
export function isSentAsIs(size: Size): boolean {
  const sent = findSentSize(size);
  const isSame = sent.width === size.width && sent.height === size.height;
  return isSame && sent.parts.length === 0 && Math.min(size.width, size.height) >= minShort;
}

export function findSentSize(size: Size): SentSize {
  const long = Math.max(size.width, size.height);
  const short = Math.min(size.width, size.height);
  if (short < minShort && long < maxSide) {
    return scaled(size, Math.max(1, Math.min(enlargedShort / short, maxSide / long)));
  }
  if (long <= longRatio * short) return scaled(size, Math.min(1, maxSide / long));
  const asOne = Math.min(1, maxLong / long, maxShort / short);
  const inParts = Math.min(1, largestScale(size), lengthOf(maxParts) / long);
  if (inParts < leastGain * asOne || short < leastReadable) return scaled(size, asOne);
  const whole = scaled(size, inParts);
  return { ...whole, parts: cut(whole) };
}

/** The size of a whole image that is also sent in parts. */
export function asOneImage(size: Size): Size {
  return scaled(size, maxLong / Math.max(size.width, size.height));
}

/** How many pixels an image of this size lacks on each side. */
export function findMargins({ width, height }: Size) {
  const [left, top] = [width, height].map((side) => Math.ceil(Math.max(0, minShort - side) / 2));
  return { left, right: left, top, bottom: top };
}

/** The scale at which the parts of a long image use all the pixels that they may. */
function largestScale({ width, height }: Size): number {
  return Math.min(maxShort / Math.min(width, height), Math.sqrt(maxPartsPixels / (width * height)));
}

function lengthOf(parts: number): number {
  return parts * (maxLong - overlap) + overlap;
}

function scaled({ width, height }: Size, scale: number): SentSize {
  const [w = 1, h = 1] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return { width: w, height: h, parts: [] };
}

/** Parts of equal length along the long side. */
function cut({ width, height }: Size): Section[] {
  const length = Math.max(width, height);
  const count = Math.ceil((length - overlap) / (maxLong - overlap));
  const partLength = Math.ceil((length + (count - 1) * overlap) / count);
  return Array.from({ length: count }, (_, index) => {
    const start = Math.round((index * (length - partLength)) / (count - 1));
    return width > height
      ? { left: start, top: 0, width: partLength, height }
      : { left: 0, top: start, width, height: partLength };
  });
}
