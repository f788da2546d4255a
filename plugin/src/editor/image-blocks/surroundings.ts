import type { DataRegistry } from '@wordpress/data';
import type { Surroundings } from '../../common/image-context.ts';
import { readAttributes, walkBlocks } from './registry.ts';

const texts = ['core/heading', 'core/paragraph'];

/**
 * The text around the images of blocks, by client id; null: around an image above all blocks. Reads
 * the post once, because it may have hundreds of images.
 */
export function listSurroundings(
  registry: DataRegistry,
  clientIds: readonly (string | null)[],
): Map<string | null, Surroundings> {
  const found = new Map<string | null, Surroundings>();
  /** The images whose following text is still to come. */
  let open: [clientId: string | null, Surroundings][] = [];
  let heading: unknown;
  let before: unknown;
  const add = (clientId: string | null, around: unknown) => {
    const surroundings = { heading, before, around, after: undefined };
    found.set(clientId, surroundings);
    open.push([clientId, surroundings]);
  };
  const wanted = new Set(clientIds);
  if (wanted.has(null)) {
    add(null, undefined);
  }
  for (const { clientId, name, ancestors } of walkBlocks(registry)) {
    if (found.size === wanted.size && open.length === 0) {
      break;
    }
    const content = readText(readAttributes(registry, clientId).content);
    const isHeading = name === 'core/heading';
    if (content !== undefined && texts.includes(name ?? '')) {
      for (const [owner, surroundings] of open) {
        const isInside = ancestors.some((ancestor) => ancestor.clientId === owner);
        surroundings.after = isHeading && !isInside ? undefined : content;
      }
      open = [];
    }
    if (wanted.has(clientId)) {
      add(clientId, content);
    }
    if (content !== undefined && texts.includes(name ?? '')) {
      heading = isHeading ? content : heading;
      before = isHeading ? undefined : content;
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
