import { store as blockEditorStore } from '@wordpress/block-editor';
import { getBlockType } from '@wordpress/blocks';
import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { asText, readAttributes, type EditorImage, type Lock } from './editor-image.ts';
import type { Surroundings } from './image-context.ts';

/** The one place that reads and writes blocks. */

const imageBlock = 'core/image';

/** Every image of the post at any depth, in document order. Empty image blocks are left out. */
export function listImages(registry: DataRegistry): EditorImage[] {
  const images: EditorImage[] = [];
  for (const block of walk(registry, postRoot(registry))) {
    const image = toImage(registry, block, images.length + 1);
    if (image) {
      images.push(image);
    }
  }
  return images;
}

/** One image as it is now; undefined once its block is gone. */
export function findImage(registry: DataRegistry, clientId: string): EditorImage | undefined {
  return listImages(registry).find((image) => image.clientId === clientId);
}

/** Caption and link of an image, and the nearest heading above it. */
export function readSurroundings(registry: DataRegistry, clientId: string): Surroundings {
  const { getBlockName } = registry.select(blockEditorStore);
  let heading: unknown;
  for (const block of walk(registry, postRoot(registry))) {
    if (block.clientId === clientId) {
      break;
    }
    if (getBlockName(block.clientId) === 'core/heading') {
      heading = attributesOf(registry, block.clientId).content;
    }
  }
  const { caption, href, linkDestination } = attributesOf(registry, clientId);
  // A link to the image's own file or page tells nothing about what the image is for.
  const isLinkElsewhere = linkDestination !== 'media' && linkDestination !== 'attachment';
  return { caption, linkTarget: isLinkElsewhere ? asText(href) : '', heading };
}

/** Sets one alt text as an undo step of its own, apart from what was typed before and after it. */
export function writeAlt(registry: DataRegistry, clientIds: string | string[], alt: string): void {
  const { updateBlockAttributes, __unstableMarkLastChangeAsPersistent: closeUndoStep } =
    registry.dispatch(blockEditorStore);
  // The editor joins changes of one attribute of one block; a closed step is not joined.
  void closeUndoStep();
  void updateBlockAttributes(clientIds, { alt });
  void closeUndoStep();
}

/** Selects a block; the editor scrolls to it and moves the focus there. */
export function selectImage(registry: DataRegistry, clientId: string): void {
  void registry.dispatch(blockEditorStore).selectBlock(clientId);
}

interface Visited {
  clientId: string;
  /** Client ids from the top level down. */
  ancestors: string[];
}

function* walk(
  registry: DataRegistry,
  rootClientId: string,
  ancestors: string[] = [],
): Generator<Visited> {
  for (const clientId of registry.select(blockEditorStore).getBlockOrder(rootClientId)) {
    yield { clientId, ancestors };
    yield* walk(registry, clientId, [...ancestors, clientId]);
  }
}

/** Where the template is shown around the post, only what is inside its content is the post. */
function postRoot(registry: DataRegistry): string {
  if (registry.select(editorStore).getRenderingMode() === 'post-only') {
    return '';
  }
  return registry.select(blockEditorStore).getBlocksByName('core/post-content')[0] ?? '';
}

function toImage(
  registry: DataRegistry,
  { clientId, ancestors }: Visited,
  number: number,
): EditorImage | undefined {
  if (registry.select(blockEditorStore).getBlockName(clientId) !== imageBlock) {
    return undefined;
  }
  const attributes = attributesOf(registry, clientId);
  const lock = findLock(registry, clientId, ancestors, attributes);
  const content = readAttributes(attributes, { lock, knowsDecorative: knowsDecorative() });
  return (
    content && { clientId, number, container: containerTitle(registry, ancestors), ...content }
  );
}

/** WordPress 7.1 and later; before that the attribute means nothing. */
function knowsDecorative(): boolean {
  return getBlockType(imageBlock)?.attributes.isDecorative !== undefined;
}

function findLock(
  registry: DataRegistry,
  clientId: string,
  ancestors: string[],
  attributes: Record<string, unknown>,
): Lock | null {
  const { getBlockName, getBlockEditingMode } = registry.select(blockEditorStore);
  if (ancestors.some((ancestor) => getBlockName(ancestor) === 'core/block')) {
    return 'pattern';
  }
  const metadata = attributes.metadata as { bindings?: Record<string, unknown> } | undefined;
  if (metadata?.bindings?.alt !== undefined) {
    return 'binding';
  }
  return getBlockEditingMode(clientId) === 'disabled' ? 'template' : null;
}

function containerTitle(registry: DataRegistry, ancestors: string[]): string {
  const { getBlockName } = registry.select(blockEditorStore);
  const name = ancestors
    .map((ancestor) => getBlockName(ancestor))
    // "in Columns" says more than "in Column".
    .filter((ancestor) => ancestor !== 'core/column')
    .at(-1);
  return (name && getBlockType(name)?.title) || '';
}

function attributesOf(registry: DataRegistry, clientId: string): Record<string, unknown> {
  return registry.select(blockEditorStore).getBlockAttributes(clientId) ?? {};
}
