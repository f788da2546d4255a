import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import apiFetch from '@wordpress/api-fetch';
import { store as blockEditorStore } from '@wordpress/block-editor';
import { getBlockType, registerBlockType, unregisterBlockType } from '@wordpress/blocks';
import { store as coreStore } from '@wordpress/core-data';
import { createReduxStore, createRegistry, dispatch, register } from '@wordpress/data';
import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { store as noticesStore } from '@wordpress/notices';
import { afterEach, beforeEach, vi } from 'vitest';
import { editorBootData, type ImageEntry } from '../../../../plugin/src/editor/boot-data.ts';
import { findImage } from '../../../../plugin/src/editor/post/images.ts';
import * as list from '../../../../plugin/src/editor/review/follow-list.ts';
import { focusRequestStore } from '../../../../plugin/src/editor/store/focus-request.ts';
import { store } from '../../../../plugin/src/editor/store/index.ts';
import { setFollow } from '../../../../plugin/src/editor/store/stored-suggestions.ts';

/**
 * WordPress's own stores of the editor, with a post in them, and the plugin's store. Only the site's
 * answers are a test's: see `serve`.
 */

// As PHP passes them.
const entries = join(import.meta.dirname, '../../../../plugin/includes/Library/image-blocks.json');
editorBootData.imageBlocks = JSON.parse(readFileSync(entries, 'utf8')) as ImageEntry[];
setFollow(() => Promise.resolve(list));

export interface Request {
  path: string;
  data: Record<string, unknown>;
}

/** The plugin's own routes, without those of stored suggestions, which most tests ignore. */
export const serve = vi.fn<(request: Request) => Promise<unknown>>();
export const serveSuggestions = vi.fn<(request: Request) => Promise<unknown>>();
/** The routes of WordPress itself. */
export const serveWordPress = vi.fn<(request: Request) => Promise<unknown>>();

const { setFetchHandler } = apiFetch as unknown as {
  setFetchHandler: (handler: (request: Request) => Promise<unknown>) => void;
};
setFetchHandler((request) => {
  const path = request.path.replace(/[?&]_locale=user/, '');
  if (path.startsWith('/wp/v2/types')) {
    // They are known: see `openWordPress`.
    return Promise.resolve({});
  }
  const isOwn = path.startsWith('/altscribe/');
  const isStored = isOwn && path.includes('/suggestions');
  return (isStored ? serveSuggestions : isOwn ? serve : serveWordPress)({ ...request, path });
});

export interface ShownBlock {
  name: string;
  attributes: Record<string, unknown>;
  /** Client ids. */
  innerBlocks?: string[];
}

export type Blocks = Record<string, ShownBlock>;

/** The registry of the page, which has the types of blocks. */
let page: DataRegistry;
const probe = createReduxStore('test/page', {
  reducer: () => null,
  actions: {
    keepRegistry:
      () =>
      ({ registry: own }: { registry: DataRegistry }) => {
        page = own;
      },
  },
});
register(probe);
void dispatch(probe).keepRegistry();

export let registry: DataRegistry;

/** All actions of blocks: the plugin's types have only those that it uses. */
export const blockActions = () =>
  registry.dispatch(blockEditorStore) as unknown as Record<string, (...args: unknown[]) => unknown>;

/** Shows these blocks, as when a post was opened, or after Undo. */
export function showBlocks(blocks: Blocks): void {
  const inner = new Set(Object.values(blocks).flatMap((block) => block.innerBlocks ?? []));
  const toBlock = (clientId: string): object => ({
    ...blocks[clientId],
    clientId,
    isValid: true,
    innerBlocks: (blocks[clientId]?.innerBlocks ?? []).map(toBlock),
  });
  const top = Object.keys(blocks).filter((id) => !inner.has(id));
  void blockActions()['resetBlocks']?.(top.map(toBlock));
}

/** Opens the editor of a post, or of a pattern or template that the post leads to. */
export function openPost(id: number | string, more: object = {}): void {
  const type = typeof id === 'number' ? 'post' : 'wp_template';
  const record = { id, title: { raw: 'A day in the garden' }, altscribe_sources: [], ...more };
  const { finishResolution, receiveEntityRecords } = registry.dispatch(coreStore);
  void receiveEntityRecords('postType', type, [{ ...record, type }]);
  void finishResolution('getEntityRecord', ['postType', type, id]);
  void registry.dispatch(editorStore).setEditedPost(type, id as never);
}

/** The stores of WordPress, as on a page of their own. */
export function openWordPress(): DataRegistry {
  const wordpress = createRegistry({}, page);
  for (const one of [coreStore, blockEditorStore, editorStore, noticesStore]) {
    wordpress.register(one);
  }
  const entity = (name: string, baseURL: string) => ({ kind: 'postType', name, baseURL });
  void wordpress
    .dispatch(coreStore)
    .addEntities([
      entity('post', '/wp/v2/posts'),
      entity('wp_template', '/wp/v2/templates'),
      entity('attachment', '/wp/v2/media'),
    ]);
  return wordpress;
}

/**
 * A registry of its own for one test, with these blocks in the post. WordPress's stores take 15 ms
 * to open; if tests share them, they keep the attachments that they have loaded, and their listeners.
 */
export function openEditor(blocks: Blocks, wordpress = openWordPress()): DataRegistry {
  registry = createRegistry({}, wordpress);
  registry.register(focusRequestStore);
  registry.register(store);
  openPost(5);
  showBlocks(blocks);
  return registry;
}

/** An image block that shows the library's image of this number. */
export function imageBlock(id: number, alt = '', more: Record<string, unknown> = {}): ShownBlock {
  const url = `https://example.com/${String(id)}.jpg`;
  return { name: 'core/image', attributes: { id, url, alt, ...more } };
}

export const heading = (content: string): ShownBlock => ({
  name: 'core/heading',
  attributes: { content },
});

export const paragraph = (content: unknown): ShownBlock => ({
  name: 'core/paragraph',
  attributes: { content },
});

export const block = (clientId: string) => ({ type: 'block', clientId }) as const;

/** Registers a type of block with these attributes, in the place of an earlier one of that name. */
export function defineBlock(name: string, definitions: object): void {
  if (getBlockType(name)) {
    unregisterBlockType(name);
  }
  const type = { apiVersion: 3, title: name, category: 'text', attributes: definitions };
  registerBlockType(name, { ...type, save: () => null } as never);
}

/** WordPress has loaded the attachment, with its fields for editing. */
export function loadAttachment(id: number, fields: object): void {
  const { finishResolution, receiveEntityRecords } = registry.dispatch(coreStore);
  void receiveEntityRecords('postType', 'attachment', [{ id, ...fields }]);
  void finishResolution('getEntityRecord', ['postType', 'attachment', id]);
}

export const editedAttachment = (id: number) =>
  registry.select(coreStore).getEditedEntityRecord('postType', 'attachment', id) as unknown as {
    alt_text: string;
    meta: object;
  };

export const libraryText = (id: number): string => editedAttachment(id).alt_text;

export const attributes = (clientId: string) =>
  registry.select(blockEditorStore).getBlockAttributes(clientId);

export function alts(): unknown[] {
  const { getBlocksByName } = registry.select(blockEditorStore);
  return getBlocksByName('core/image').map((id: string) => attributes(id)?.['alt']);
}

export function edit(clientId: string, changes: object): void {
  void registry.dispatch(blockEditorStore).updateBlockAttributes(clientId, changes);
}

/** The post's own fields. */
export function editPost(fields: object): void {
  void registry.dispatch(editorStore).editPost(fields, { undoIgnore: true });
}

interface Notice {
  content: string;
  actions: { label: string; onClick: () => void }[];
}

/** The last notice. */
export const notice = () =>
  (registry.select(noticesStore).getNotices() as unknown as Notice[]).at(-1);

/** Presses the button of the last notice. */
export const undo = () => notice()?.actions[0]?.onClick();

/** What a screen reader has just been told. */
export const spoken = (): string =>
  ['polite', 'assertive']
    .map((kind) => document.getElementById(`a11y-speak-${kind}`)?.textContent ?? '')
    .join('')
    .replaceAll('\u00a0', '');

export const answer = (alt_text: string, credits_available = 46) => ({
  alt_text,
  plan_type: 'pro',
  credits_available,
  credits_error: null,
  purpose: null,
  is_from_cache: false,
});
export const failure = (code: string, data = {}) => ({ code, message: 'A sentence.', data });

const { setImmediate: realImmediate } = globalThis;

/** Lets everything finish that does not wait for a request or a timer. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await new Promise((done) => realImmediate(done));
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  for (const served of [serve, serveSuggestions, serveWordPress]) {
    served.mockReset();
  }
  serveSuggestions.mockResolvedValue({ id: 1 });
  serveWordPress.mockImplementation(() => new Promise(() => {}));
  Object.assign(editorBootData, { attachments: {}, writeTo: 'block', reviewNewTexts: false });
});

afterEach(() => {
  vi.useRealTimers();
});

export { blockEditorStore, coreStore, editorBootData, editorStore, findImage, store };
