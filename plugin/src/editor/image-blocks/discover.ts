import type { ImageEntry } from '../boot-data.ts';

/** Definition of an attribute in a block type, limited to what locates an image. */
interface Definition {
  type?: unknown;
  source?: string;
  selector?: string;
  attribute?: string;
}

/**
 * The images that a block type itself reads from its HTML: each has an attribute with the `src` and
 * one with the `alt` of the same `img`.
 */
export function discoverEntries(name: string, attributes: object): ImageEntry[] {
  const definitions = Object.entries(attributes as Record<string, Definition>);
  const find = (matches: (definition: Definition, attribute: string) => boolean) =>
    definitions.find(([attribute, definition]) => matches(definition, attribute))?.[0];
  return definitions.flatMap(([url, { source, selector = '', attribute }]) => {
    const isImage = /(^|[\s>+~])img(?![\w-])[^\s>+~]*$/.test(selector);
    const ofImage = (wanted: string) =>
      find((other) => other.selector === selector && other.attribute === wanted);
    const alt = source === 'attribute' && attribute === 'src' && isImage && ofImage('alt');
    if (!alt) {
      return [];
    }
    const idName = `${url.replace(/(url|src)$/i, '')}id`.toLowerCase();
    const id =
      ofImage('data-id') ??
      find(({ type }, other) => type === 'number' && other.toLowerCase() === idName);
    const caption = find((other) => /\bfigcaption$/.test(other.selector ?? ''));
    const link = find(
      (other) => other.attribute === 'href' && /\bfigure\b[\s>]+a$/.test(other.selector ?? ''),
    );
    return [
      { name, url, alt, ...(id && { id }), ...(caption && { caption }), ...(link && { link }) },
    ];
  });
}
