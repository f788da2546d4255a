import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const maxBytes = 100_000;

/** Numbers of colours; the largest whose file is small enough is used. */
const qualities = [80, 60, 40, 20];

/** Writes a screenshot as a small PNG. */
export async function saveScreenshot(image: Buffer, path: string): Promise<void> {
  for (const quality of qualities) {
    const png = await sharp(image).png({ palette: true, quality, effort: 10 }).toBuffer();
    if (png.length <= maxBytes) return writeFile(path, png);
  }
  throw new Error(`${path} is larger than ${maxBytes} bytes.`);
}
