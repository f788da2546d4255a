import type { DataRegistry } from '@wordpress/data';
import type { Surroundings } from '../../common/image-context.ts';
import { readAttributes, walkBlocks } from './registry.ts';

const texts = ['core/heading', 'core/paragraph'];

/** The text around the image of a block; null: around an image above all blocks. */
export function findSurroundings(registry: DataRegistry, clientId: string | null): Surroundings {
  const found: Surroundings = {
    heading: undefined,
    before: undefined,
    around: undefined,
    after: undefined,
  };
  let isBelow = clientId === null;
  for (const block of walkBlocks(registry)) {
    const content = readText(readAttributes(registry, block.clientId).content);
    if (block.clientId === clientId) {
      isBelow = true;
      found.around = content;
      continue;
    }
    if (content === undefined || !texts.includes(block.name ?? '')) {
      continue;
    }
    const isInside = block.ancestors.some((ancestor) => ancestor.clientId === clientId);
    const isHeading = block.name === 'core/heading' && !isInside;
    if (isBelow) {
      found.after = isHeading ? undefined : content;
      break;
    }
    if (isHeading) {
      found.heading = content;
      found.before = undefined;
    } else {
      found.before = content;
    }
  }
  return found;
}

/** Non-empty rich text, as an object or a string. */
function readText(content: unknown): unknown {
  return (content as { length?: number } | null | undefined)?.length ? content : undefined;
}
