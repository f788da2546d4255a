import sharp from 'sharp';
import { type Colour, nameColour, toOklab } from './colour-names.ts';

/** Number of cells per side of the grid that the image is divided into. */
const gridSize = 48;

/** A colour is named if it covers at least this share of the area. */
const leastShare = 0.12;

/** Above this share, only this colour is named. */
const almostAll = 0.85;

/** A part counts as brighter if its lightness differs by at least this much. */
const leastContrast = 0.05;

/**
 * Describes an image without understanding it: its shape, main colours by area, and brightness, and
 * where it is brightest. A stand-in for an AI model if none is connected.
 *
 * @returns one English phrase such as "Wide image, mostly dark green and light grey, brightest at the
 *   top".
 */
export async function describePixels(image: Buffer): Promise<string> {
  const { width, height } = await sharp(image).metadata();
  const cells = await readCells(image);
  const parts = [`${nameShape(width, height)} image`, describeColours(cells)];
  return [...parts, describeBrightness(cells), findBrightest(cells)]
    .filter((part) => part !== '')
    .join(', ');
}

function nameShape(width: number, height: number): string {
  const ratio = width / height;
  if (ratio >= 1.7) return 'Very wide';
  if (ratio >= 1.15) return 'Wide';
  if (ratio > 1 / 1.15) return 'Square';
  return ratio > 1 / 1.7 ? 'Tall' : 'Very tall';
}

async function readCells(image: Buffer): Promise<Colour[]> {
  const { data } = await sharp(image)
    .resize(gridSize, gridSize, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: gridSize * gridSize }, (_, cell) =>
    toOklab(data[cell * 3] ?? 0, data[cell * 3 + 1] ?? 0, data[cell * 3 + 2] ?? 0),
  );
}

function describeColours(cells: readonly Colour[]): string {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const name = nameColour(cell);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [first, ...others] = [...counts]
    .map(([name, count]) => ({ name, share: count / cells.length }))
    .sort((one, other) => other.share - one.share);
  if (!first) return '';
  if (first.share >= almostAll) return `almost all ${first.name}`;
  const names = [first, ...others.slice(0, 2).filter(({ share }) => share >= leastShare)];
  return `mostly ${list(names.map(({ name }) => name))}`;
}

function list(names: readonly string[]): string {
  const [last = '', ...firsts] = [...names].reverse();
  return firsts.length === 0 ? last : `${firsts.reverse().join(', ')} and ${last}`;
}

function describeBrightness(cells: readonly Colour[]): string {
  const mean = average(cells);
  if (mean < 0.35) return 'dark overall';
  return mean > 0.75 ? 'bright overall' : '';
}

function findBrightest(cells: readonly Colour[]): string {
  const row = findBrightestThird(cells, (cell) => Math.floor(cell / gridSize));
  const column = findBrightestThird(cells, (cell) => cell % gridSize);
  const places = [
    ['top', 'middle', 'bottom'][row ?? 1],
    ['left', 'middle', 'right'][column ?? 1],
  ].filter((place) => place !== 'middle');
  if (places.length > 0) return `brightest at the ${places.join(' ')}`;
  return row === 1 && column === 1 ? 'brightest in the centre' : '';
}

/** The third (0, 1, 2) along one axis that is clearly the brightest, if any. */
function findBrightestThird(
  cells: readonly Colour[],
  position: (cell: number) => number,
): number | undefined {
  const averages = [0, 1, 2].map((third) =>
    average(cells.filter((_, cell) => Math.floor((position(cell) / gridSize) * 3) === third)),
  );
  const most = Math.max(...averages);
  return most - average(cells) < leastContrast ? undefined : averages.indexOf(most);
}

function average(cells: readonly Colour[]): number {
  return cells.reduce((sum, { lightness }) => sum + lightness, 0) / cells.length;
}
