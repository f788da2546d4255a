import type { DataRegistry } from '@wordpress/data';
import type { Surroundings } from '../../common/image-context.ts';
import { readAttributes, walkBlocks } from './registry.ts';

const texts = ['core/heading', 'core/paragraph'];

/**
 * The text around the images of blocks, by client id; null: around an image above all blocks. Reads
 * the post once, because it may have hundreds of images. The text of a Details block is only beside
 * the images in it: it is hidden, and may be the long description of the image above it.
 */
export function listSurroundings(
  registry: DataRegistry,
  clientIds: readonly (string | null)[],
): Map<string | null, Surroundings> {
  const found = new Map<string | null, Surroundings>();
  /** The images whose following text is still to come, with the Details block around them. */
  let open: [clientId: string | null, details: string | undefined, Surroundings][] = [];
  /** The heading and the text above, outside of Details blocks (undefined) and in each. */
  const above = new Map<string | undefined, Pick<Surroundings, 'heading' | 'before'>>();
  const readAbove = (details: string | undefined) =>
    above.get(details) ?? above.get(undefined) ?? { heading: undefined, before: undefined };
  const add = (clientId: string | null, details: string | undefined, around: unknown) => {
    const surroundings = { ...readAbove(details), around, after: undefined };
    found.set(clientId, surroundings);
    open.push([clientId, details, surroundings]);
  };
  const wanted = new Set(clientIds);
  if (wanted.has(null)) {
    add(null, undefined, undefined);
  }
  for (const { clientId, name, ancestors } of walkBlocks(registry)) {
    if (found.size === wanted.size && open.length === 0) {
      break;
    }
    const details = ancestors.find((ancestor) => ancestor.name === 'core/details')?.clientId;
    const content = readText(readAttributes(registry, clientId).content);
    const isText = content !== undefined && texts.includes(name ?? '');
    const isHeading = name === 'core/heading';
    if (isText) {
      open = open.filter(([owner, own, surroundings]) => {
        const isInside = ancestors.some((ancestor) => ancestor.clientId === owner);
        if (own === details) {
          surroundings.after = isHeading && !isInside ? undefined : content;
        }
        return own !== details;
      });
    }
    if (wanted.has(clientId)) {
      add(clientId, details, content);
    }
    if (isText) {
      const heading = isHeading ? content : readAbove(details).heading;
      above.set(details, { heading, before: isHeading ? undefined : content });
    }
  }
  return found;
}

/** `listSurroundings` of one image. */
export function findSurroundings(registry: DataRegistry, clientId: string | null): Surroundings {
  const found = listSurroundings(registry, [clientId]).get(clientId);
  return found ?? { heading: undefined, before: undefined, around: undefined, after: undefined };
}

/** Non-empty rich text, as an object or a string. */
function readText(content: unknown): unknown {
  return (content as { length?: number } | null | undefined)?.length ? content : undefined;
}
