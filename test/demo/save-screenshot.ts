import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const maxBytes = 300_000;

/** Writes a screenshot as a small PNG. */
export async function saveScreenshot(image: Buffer, path: string): Promise<void> {
  const png = await sharp(image).png({ palette: true, effort: 10 }).toBuffer();
  if (png.length > maxBytes) throw new Error(`${path} is too large: ${png.length} bytes.`);
  await writeFile(path, png);
}
