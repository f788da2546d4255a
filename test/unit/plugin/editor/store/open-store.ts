import { afterEach, beforeEach, vi } from 'vitest';
import {
  blockEditorStore,
  editorStore,
  imageBlock,
  noticesStore,
  openEditor,
} from '../fake-editor.ts';

export interface Request {
  path: string;
  data: Record<string, unknown>;
}

const apiFetch = vi.hoisted(() => vi.fn<(request: Request) => Promise<unknown>>());
const speak = vi.hoisted(() => vi.fn<(message: string) => void>());
/** The routes of stored suggestions, which most tests ignore. */
const siteFetch = vi.hoisted(() => vi.fn<(request: Request) => Promise<unknown>>());
vi.mock('@wordpress/api-fetch', () => ({
  default: (request: Request) =>
    request.path.includes('/suggestions') ? siteFetch(request) : apiFetch(request),
}));
vi.mock('@wordpress/a11y', () => ({ speak }));
vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/notices', () => ({ store: noticesStore }));
// Only for slots and an icon; it takes long to load.
vi.mock('@wordpress/components', () => ({
  __experimentalUseSlotFills: undefined,
  Path: 'path',
  SVG: 'svg',
}));
vi.mock('@wordpress/blocks', () => ({ getBlockType: () => undefined }));
/** The store of the editor, with a WordPress that does what a test says. */
const { store } = await import('../../../../../plugin/src/editor/store/index.ts');
const { setFollow } = await import('../../../../../plugin/src/editor/store/stored-suggestions.ts');
const list = await import('../../../../../plugin/src/editor/review/follow-list.ts');
setFollow(() => Promise.resolve(list));
const { editorBootData } = await import('../../../../../plugin/src/editor/boot-data.ts');
const { findImage } = await import('../../../../../plugin/src/editor/post/images.ts');

export const answer = (alt_text: string, credits_available = 46) => ({
  alt_text,
  plan_type: 'pro',
  credits_available,
  credits_error: null,
  purpose: null,
  is_from_cache: false,
});
export const failure = (code: string, data = {}) => ({ code, message: 'A sentence.', data });

export const block = (clientId: string) => ({ type: 'block', clientId }) as const;

const { setImmediate: realImmediate } = globalThis;

const blocks = { a: imageBlock(1), b: imageBlock(2), c: imageBlock(3, 'By hand') };
export let registry = openEditor(blocks);

export function alts(): unknown[] {
  const { getBlocksByName, getBlockAttributes } = registry.select(blockEditorStore);
  return getBlocksByName('core/image').map((id) => getBlockAttributes(id)?.['alt']);
}

/** Opens a post of this many images, none of which has alt text. Gives their client ids. */
export function openMissing(count: number): string[] {
  const ids = Array.from({ length: count }, (_, index) => `image-${index + 1}`);
  registry = openEditor(Object.fromEntries(ids.map((id, index) => [id, imageBlock(index + 1)])));
  registry.register(store);
  return ids;
}

export function edit(clientId: string, attributes: object): void {
  void registry.dispatch(blockEditorStore).updateBlockAttributes(clientId, attributes);
}

/** A rich text that fails when it is read. */
export function breakCaption(clientId: string): void {
  const toHTMLString = () => {
    throw new Error('broken');
  };
  edit(clientId, { caption: { toHTMLString } });
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  apiFetch.mockReset();
  siteFetch.mockReset();
  siteFetch.mockResolvedValue({ id: 1 });
  speak.mockReset();
  registry = openEditor(blocks);
  registry.register(store);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Lets everything finish that does not wait for a request or a timer. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await new Promise((done) => realImmediate(done));
  }
}

export { apiFetch, editorBootData, findImage, siteFetch, speak, store };
