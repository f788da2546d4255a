import sharp from 'sharp';

/** The texts about an image in XMP: alt text by language, and IPTC's fields. */
export interface XmpTexts {
  readonly alt?: Readonly<Record<string, string>>;
  /** The long description. */
  readonly long?: string;
  readonly headline?: string;
  readonly city?: string;
  readonly persons?: readonly string[];
}

/** XMP as Adobe's programs write it. */
export function writeXmp({
  alt = {},
  long = '',
  headline = '',
  city = '',
  persons = [],
}: XmpTexts): string {
  const texts = Object.entries(alt).map(
    ([language, text]) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`,
  );
  const people = persons.map((name) => `<rdf:li>${name}</rdf:li>`);
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
 xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
 photoshop:City="${city}"><photoshop:Headline>${headline}</photoshop:Headline>
<Iptc4xmpCore:AltTextAccessibility><rdf:Alt>${texts.join('')}</rdf:Alt></Iptc4xmpCore:AltTextAccessibility>
<Iptc4xmpCore:ExtDescrAccessibility><rdf:Alt><rdf:li xml:lang="x-default">${long}</rdf:li></rdf:Alt></Iptc4xmpCore:ExtDescrAccessibility>
<Iptc4xmpExt:PersonInImage><rdf:Bag>${people.join('')}</rdf:Bag></Iptc4xmpExt:PersonInImage>
</rdf:Description></rdf:RDF></x:xmpmeta>`;
}

/**
 * An image file with that XMP. By default WebP: PHP's EXIF extension complains about an uploaded JPEG file with XMP alone.
 */
export function imageWithXmp(
  xmp: string,
  format: 'webp' | 'jpeg' | 'avif' | 'tiff' = 'webp',
): Promise<Buffer> {
  const create = { width: 320, height: 240, channels: 3, background: '#446688' } as const;
  return sharp({ create }).toFormat(format).withXmp(xmp).toBuffer();
}
