import sharp from 'sharp';

/** What a caller sends, and what becomes of it. */
export interface Sample {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A clean JPEG of 1,024 x 768 pixels and about 200 kB: the service passes it on as it is. */
export async function cleanJpeg(): Promise<Sample> {
  const bytes = await jpeg(1024, 768, { grain: 31 }).toBuffer();
  return { name: `clean JPEG, 1,024 px, ${kilobytes(bytes)}`, bytes };
}

/** The same with EXIF, so that the service has to decode it. */
export async function jpegWithExif({ bytes: clean }: Sample): Promise<Sample> {
  const bytes = await sharp(clean)
    .withExif({ IFD0: { Artist: 'Bench' } })
    .jpeg({ quality: 85 })
    .toBuffer();
  return { name: `the same with EXIF, ${kilobytes(bytes)}`, bytes };
}

/** A photograph of 12 megapixels, as telephones take it: large, turned, with EXIF. */
export async function photograph(): Promise<Sample> {
  const bytes = await jpeg(4032, 3024, { grain: 45 })
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Artist: 'Bench' } })
    .toBuffer();
  return { name: `photograph, 12 megapixels, ${kilobytes(bytes)}`, bytes };
}

export function toDataUri(bytes: Buffer): string {
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}

/** Blurred shapes with grain on them: compresses about as well as a photograph. */
function jpeg(width: number, height: number, { grain }: { grain: number }) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none"><rect width="100" height="100" fill="#8ab"/><circle cx="30" cy="40" r="25" fill="#d33"/><path d="M0 70 40 50 70 80 100 60V100H0z" fill="#363"/></svg>`;
  const noise = {
    create: {
      width,
      height,
      channels: 3 as const,
      background: '#808080',
      noise: { type: 'gaussian' as const, mean: 128, sigma: grain },
    },
  };
  return sharp(Buffer.from(svg))
    .flatten()
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality: 85 });
}

function kilobytes(bytes: Buffer): string {
  return `${Math.round(bytes.length / 1000).toLocaleString('en')} kB`;
}
