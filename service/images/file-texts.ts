import { decodeXML } from 'entities';
import { XMLParser } from 'fast-xml-parser';
import sharp from 'sharp';

const xml = new XMLParser({
  ignoreAttributes: false,
  processEntities: false,
  parseTagValue: false,
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** All values of an element, wherever it is. */
function listElements(node: unknown, name: string): unknown[] {
  if (Array.isArray(node)) return node.flatMap((one) => listElements(one, name));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === name ? [value].flat() : listElements(value, name),
  );
}

/** The elements that may be alternative texts; none if the XMP is damaged. */
function listAltTexts(xmp: Buffer): unknown[] {
  try {
    // The parser replaces no entities, because a file could define some that grow to any size.
    const found = listElements(xml.parse(xmp), 'Iptc4xmpCore:AltTextAccessibility');
    return listElements(found, 'rdf:li');
  } catch {
    return [];
  }
}

/**
 * The alternative text in an image file: IPTC's `AltTextAccessibility` in its XMP.
 *
 * @param bytes the file
 * @param language BCP 47 code, such as `de`
 * @returns the text in that language, or the only one if its language is not stated; undefined if there
 * is none
 */
export async function readAltTextOfFile(
  bytes: Buffer,
  language: string,
): Promise<string | undefined> {
  const { xmp } = await sharp(bytes)
    .metadata()
    .catch(() => ({ xmp: undefined }));
  const texts = (xmp ? listAltTexts(xmp) : [])
    .filter(isObject)
    .flatMap(({ '#text': text, '@_xml:lang': code }) =>
      typeof text === 'string' && typeof code === 'string'
        ? [{ text: decodeXML(text), language: code }]
        : [],
    );
  const [primary] = language.split('-');
  const own = texts.find((one) => one.language.split('-')[0]?.toLowerCase() === primary);
  const only = texts.every((one) => one.language === 'x-default') ? texts[0] : undefined;
  return (own ?? only)?.text.trim() || undefined;
}
