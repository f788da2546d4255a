import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReduxStore, createRegistry } from '@wordpress/data';
import { editorBootData, type ImageEntry } from '../../../../plugin/src/editor/boot-data.ts';
import { focusRequestStore } from '../../../../plugin/src/editor/store/focus-request.ts';

// As PHP passes them.
const entries = join(import.meta.dirname, '../../../../plugin/includes/Library/image-blocks.json');
editorBootData.imageBlocks = JSON.parse(readFileSync(entries, 'utf8')) as ImageEntry[];

/**
 * The parts of WordPress's editor stores that the plugin uses, over a flat list of blocks. Use it
 * through `vi.mock` of `@wordpress/block-editor`, `@wordpress/editor` and `@wordpress/notices`.
 */
export interface FakeBlock {
  name: string;
  attributes: Record<string, unknown>;
  /** Client ids. */
  innerBlocks?: string[];
  isDisabled?: boolean;
  mode?: 'disabled' | 'contentOnly';
  isSelected?: boolean;
  /** Of "Custom HTML" in WordPress 7.1. */
  innerContent?: (string | null)[];
}

type Blocks = Record<string, FakeBlock>;

type BlockAction =
  | { type: 'RESET'; blocks: Blocks }
  | { type: 'UPDATE'; clientIds: string[]; attributes: object }
  | { type: 'REMOVE'; clientId: string }
  | { type: 'SELECT'; clientId: string }
  | { type: 'CLOSE' };

/** Names of the editor's actions, in the order in which they were called. */
export const calls: string[] = [];

export const notices: { content: string; actions: { label: string; onClick: () => void }[] }[] = [];

/** Settings of the block editor. `mediaUpload`: for users who may upload. */
export const editorSettings: { mediaUpload?: (upload: FakeUpload) => void } = {};

/** The user's current action. */
export const userState = { isTyping: false };

/** A call of `mediaUpload`. */
export interface FakeUpload {
  filesList: File[];
  onFileChange: (media: { id?: number; url?: string }[]) => void;
  onError: (message: unknown) => void;
}

function reduceBlocks(blocks: Blocks = {}, action: BlockAction): Blocks {
  if (action.type === 'RESET') {
    return action.blocks;
  }
  if (action.type === 'REMOVE') {
    return Object.fromEntries(Object.entries(blocks).filter(([id]) => id !== action.clientId));
  }
  if (action.type === 'SELECT') {
    return Object.fromEntries(
      Object.entries(blocks).map(([id, one]) => [
        id,
        { ...one, isSelected: id === action.clientId },
      ]),
    );
  }
  if (action.type !== 'UPDATE') {
    return blocks;
  }
  const next = { ...blocks };
  for (const id of action.clientIds) {
    const block = next[id];
    if (block) {
      next[id] = { ...block, attributes: { ...block.attributes, ...action.attributes } };
    }
  }
  return next;
}

function topLevel(blocks: Blocks): string[] {
  const inner = new Set(Object.values(blocks).flatMap((block) => block.innerBlocks ?? []));
  return Object.keys(blocks).filter((id) => id !== '' && !inner.has(id));
}

/** From the top level down. */
function findParents(blocks: Blocks, id: string): string[] {
  const parent = Object.keys(blocks).find((other) => blocks[other]?.innerBlocks?.includes(id));
  return parent === undefined ? [] : [...findParents(blocks, parent), parent];
}

export const blockEditorStore = createReduxStore('core/block-editor', {
  reducer: reduceBlocks,
  selectors: {
    getBlockOrder: (blocks: Blocks, root = '') =>
      root === ''
        ? topLevel(blocks)
        : (blocks[root]?.innerBlocks ?? []).filter((id) => id in blocks),
    getBlockName: (blocks: Blocks, id: string) => blocks[id]?.name ?? null,
    getSettings: () => editorSettings,
    getBlock: (blocks: Blocks, id: string) => blocks[id] ?? null,
    getBlockMode: () => 'visual',
    isBlockValid: () => true,
    getBlockAttributes: (blocks: Blocks, id: string) => blocks[id]?.attributes ?? null,
    getBlockEditingMode: (blocks: Blocks, id: string) =>
      blocks[id]?.isDisabled ? 'disabled' : (blocks[id]?.mode ?? 'default'),
    getBlockParents: (blocks: Blocks, id: string) => findParents(blocks, id),
    getBlockRootClientId: (blocks: Blocks, id: string) => findParents(blocks, id).at(-1) ?? '',
    getSelectedBlockClientId: (blocks: Blocks) =>
      Object.keys(blocks).find((id) => blocks[id]?.isSelected) ?? null,
    isTyping: () => userState.isTyping,
    getBlocksByName: (blocks: Blocks, name: string) =>
      Object.keys(blocks).filter((id) => blocks[id]?.name === name),
  },
  actions: {
    reset: (blocks: Blocks) => ({ type: 'RESET', blocks }),
    remove: (clientId: string) => ({ type: 'REMOVE', clientId }),
    selectBlock: (clientId: string) => ({ type: 'SELECT', clientId }),
    updateBlockAttributes: (clientIds: string | string[], attributes: object) => {
      calls.push('updateBlockAttributes');
      return { type: 'UPDATE', clientIds: [clientIds].flat(), attributes };
    },
    __unstableMarkLastChangeAsPersistent: () => {
      calls.push('closeUndoStep');
      return { type: 'CLOSE' };
    },
  },
});

interface EditorState {
  /** Of the post; a text for a template. */
  id: number | string;
  mode: string;
  post: Record<string, unknown>;
}

type EditorAction =
  | { type: 'MODE'; mode: string }
  | { type: 'POST'; post: object }
  | { type: 'OPEN'; id: number | string };

export const editorStore = createReduxStore('core/editor', {
  reducer: (
    state: EditorState = {
      id: 5,
      mode: 'post-only',
      post: { title: 'A day in the garden', altscribe_sources: [] },
    },
    action: EditorAction,
  ): EditorState => {
    switch (action.type) {
      case 'OPEN':
        return { ...state, id: action.id, post: { altscribe_sources: [] } };
      case 'MODE':
        return { ...state, mode: action.mode };
      case 'POST':
        return { ...state, post: { ...state.post, ...action.post } };
      default:
        return state;
    }
  },
  selectors: {
    getCurrentPostId: ({ id }: EditorState) => id,
    getCurrentPostType: () => 'post',
    getEditedPostAttribute: ({ post }: EditorState, name: string) => post[name],
    getRenderingMode: ({ mode }: EditorState) => mode,
  },
  actions: {
    /** Leads to a pattern or template, or back. */
    open: (id: number | string) => ({ type: 'OPEN', id }),
    setRenderingMode: (mode: string) => ({ type: 'MODE', mode }),
    editPost: (post: object) => ({ type: 'POST', post }),
  },
});

/** An attachment as WordPress has loaded it, with the edits that are not saved. */
interface FakeRecord {
  alt_text: string;
  meta?: object;
  media_details?: { file: string };
  /** For reading only. */
  isView?: boolean;
}

interface CoreState {
  records: Record<number, FakeRecord>;
  edits: Record<number, object>;
}

type CoreAction =
  | { type: 'LOAD'; records: Record<number, FakeRecord> }
  | { type: 'EDIT'; id: number; edits: object }
  | { type: 'CLOSE' };

/** `[kind, name, id, query]` of a record. */
type RecordArgs = [string, string, number, { context?: string }?];

function findRecord({ records }: CoreState, [, , id, query]: RecordArgs): FakeRecord | undefined {
  const record = records[id];
  return record && (record.isView === true) === (query?.context === 'view') ? record : undefined;
}

export const coreStore = createReduxStore('core', {
  reducer: (state: CoreState = { records: {}, edits: {} }, action: CoreAction): CoreState => {
    switch (action.type) {
      case 'LOAD':
        return { ...state, records: { ...state.records, ...action.records } };
      case 'EDIT': {
        const edits = { ...state.edits[action.id], ...action.edits };
        return { ...state, edits: { ...state.edits, [action.id]: edits } };
      }
      default:
        return state;
    }
  },
  selectors: {
    getEntityRecord: (state: CoreState, ...args: RecordArgs) => findRecord(state, args),
    getEditedEntityRecord: (state: CoreState, ...args: RecordArgs) => ({
      ...findRecord(state, args),
      ...state.edits[args[2]],
    }),
    getEntityRecordEdits: ({ edits }: CoreState, _kind: string, _name: string, id: number) =>
      edits[id],
    hasFinishedResolution: (state: CoreState, selector: string, args: RecordArgs) =>
      selector === 'getEntityRecord' && findRecord(state, args) !== undefined,
    getCachedResolvers: ({ records }: CoreState) => ({ getEntityRecord: records }),
    hasResolutionFailed: () => false,
  },
  actions: {
    load: (records: Record<number, FakeRecord>) => ({ type: 'LOAD', records }),
    editEntityRecord: (
      _kind: string,
      _name: string,
      id: number,
      edits: object,
      { isCached, undoIgnore = false }: { isCached?: boolean; undoIgnore?: boolean },
    ) => {
      const joined = isCached ? 'joinAttachment' : 'editAttachment';
      calls.push(undoIgnore ? 'editOwnAttachment' : joined);
      return { type: 'EDIT', id, edits };
    },
    saveEditedEntityRecord: () => {
      calls.push('saveAttachment');
      return { type: 'CLOSE' };
    },
    __unstableCreateUndoLevel: () => ({ type: 'CLOSE' }),
  },
});

const createNotice = (content: string, options: { actions?: (typeof notices)[0]['actions'] }) => {
  notices.push({ content, actions: options.actions ?? [] });
  return { type: 'NOTICE' };
};

export const noticesStore = createReduxStore('core/notices', {
  reducer: () => null,
  actions: { createSuccessNotice: createNotice, createInfoNotice: createNotice },
});

/** A registry of its own for one test, with these blocks in the editor. The block '' is the root. */
export function openEditor(blocks: Blocks) {
  calls.length = 0;
  notices.length = 0;
  const registry = createRegistry();
  for (const store of [blockEditorStore, editorStore, coreStore, noticesStore, focusRequestStore]) {
    registry.register(store);
  }
  void registry.dispatch(blockEditorStore).reset(blocks);
  return registry;
}

/** An image block that shows the library's image of this number. */
export function imageBlock(id: number, alt = '', more: Record<string, unknown> = {}): FakeBlock {
  const url = `https://example.com/${String(id)}.jpg`;
  return { name: 'core/image', attributes: { id, url, alt, ...more } };
}
