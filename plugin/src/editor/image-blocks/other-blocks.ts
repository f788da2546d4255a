import { applyFilters } from '@wordpress/hooks';
import { isMarkedDecorative } from './decorative-mark.ts';
import { asId, asText, type BlockAttributes, type ImageBlock } from './image-block.ts';

/**
 * A block of another plugin, as described with the filter `altscribe.imageBlocks`: the name of its
 * type, and the names of its image attributes.
 */
interface Description {
  name: string;
  /** Names of attributes. */
  alt: string;
  url: string;
  id?: string;
  caption?: string;
  link?: string;
}

const required = ['name', 'alt', 'url'] as const;
const optional = ['id', 'caption', 'link'] as const;

/**
 * The blocks that other plugins add. An invalid description is ignored, with a console warning that
 * lists all of its problems. `known`: names of the blocks that need no description.
 */
export function readOtherBlocks(known: readonly string[]): ImageBlock[] {
  const names = new Set(known);
  const blocks: ImageBlock[] = [];
  for (const description of applyFilter()) {
    const problems = findProblems(description, names);
    if (problems.length > 0) {
      warn(`an entry was ignored: ${problems.join(', ')}.`, description);
    } else {
      names.add((description as Description).name);
      blocks.push(toImageBlock(description as Description));
    }
  }
  return blocks;
}

function applyFilter(): unknown[] {
  try {
    const filtered: unknown = applyFilters('altscribe.imageBlocks', []);
    if (Array.isArray(filtered)) {
      return filtered;
    }
    warn('it must return a list.', filtered);
  } catch (error) {
    warn('it failed.', error);
  }
  return [];
}

function findProblems(description: unknown, names: ReadonlySet<string>): string[] {
  if (typeof description !== 'object' || description === null) {
    return ['it must be an object'];
  }
  const entry = description as Record<string, unknown>;
  const problems = [
    ...required.filter((field) => !isName(entry[field])),
    ...optional.filter((field) => entry[field] !== undefined && !isName(entry[field])),
  ].map((field) => `"${field}" must be a text that is not empty`);
  return names.has(asText(entry.name)) ? [...problems, '"name" is known already'] : problems;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function toImageBlock({ name, alt, url, id, caption, link }: Description): ImageBlock {
  const read = (attributes: BlockAttributes, attribute: string | undefined) =>
    attribute === undefined ? undefined : attributes[attribute];
  return {
    name,
    kind: 'other',
    altAttribute: alt,
    urlAttribute: url,
    idAttribute: id,
    boundAttributes: [],
    readImage(attributes) {
      const address = asText(attributes[url]);
      if (address === '') {
        return undefined;
      }
      const linkTarget = asText(read(attributes, link));
      const image = {
        url: address,
        attachmentId: asId(read(attributes, id)),
        alt: asText(attributes[alt]),
        caption: read(attributes, caption),
        isLinked: linkTarget !== '',
        linkTarget,
        isUploading: address.startsWith('blob:'),
        hasLightbox: false,
      };
      return { ...image, isDecorative: isMarkedDecorative(attributes, image) };
    },
  };
}

function warn(problem: string, subject: unknown): void {
  console.warn(`Altscribe, filter altscribe.imageBlocks: ${problem}`, subject);
}
