import type { Section } from './sent-size.ts';

const extension = 0x21;
const imageDescriptor = 0x2c;

/**
 * Where the first frame of a GIF is on its canvas (GIF89a, sections 18 to 26). Undefined if it
 * fills the canvas, or for anything but a complete GIF.
 */
export function findSmallFrame(gif: Buffer): Section | undefined {
  if (gif.length < 13 || gif.toString('latin1', 0, 3) !== 'GIF') return undefined;
  const [canvasWidth, canvasHeight] = [gif.readUInt16LE(6), gif.readUInt16LE(8)];
  let at = 13 + sizeOfTable(gif[10]);
  while (gif[at] === extension) at = afterBlocks(gif, at + 2);
  if (gif[at] !== imageDescriptor || at + 9 > gif.length) return undefined;
  const [left = 0, top = 0, frameWidth = 0, frameHeight = 0] = [1, 3, 5, 7].map((offset) =>
    gif.readUInt16LE(at + offset),
  );
  const width = Math.min(frameWidth, canvasWidth - left);
  const height = Math.min(frameHeight, canvasHeight - top);
  const isSmall = width < canvasWidth || height < canvasHeight;
  return isSmall && width > 0 && height > 0 ? { left, top, width, height } : undefined;
}

/** Size of a colour table in bytes, by the flags of its header. */
function sizeOfTable(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function afterBlocks(gif: Buffer, start: number): number {
  let at = start;
  while ((gif[at] ?? 0) > 0) at += 1 + (gif[at] ?? 0);
  return at + 1;
}
