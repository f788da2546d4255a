import type { Page } from '@playwright/test';

/** The block editor's own store, without the user interface. */

interface Block {
  readonly name: string;
  readonly isValid: boolean;
  readonly attributes: { readonly alt?: string; readonly [name: string]: unknown };
}

interface BlockEditor {
  getBlocksByName(name: string): readonly string[];
  getBlock(clientId: string): Block;
  getBlocks(): readonly Block[];
  getBlockEditingMode(clientId: string): string;
  getBlockRootClientId(clientId: string): string;
}

interface BlockEditorActions {
  updateBlockAttributes(clientId: string, attributes: object): void;
  removeBlock(clientId: string): void;
  insertBlocks(blocks: readonly object[]): void;
  resetBlocks(blocks: readonly object[]): void;
  selectBlock(clientId: string): void;
  moveBlockToPosition(clientId: string, fromRoot: string, toRoot: string, index: number): void;
}

interface Shortcuts {
  getCategoryShortcuts(category: string): readonly string[];
  /** As comparable text, such as "ctrl+shift+alt+g". */
  getAllShortcutRawKeyCombinations(name: string): readonly (string | undefined)[];
}

interface EditorStore {
  isSavingPost(): boolean;
  getCurrentPostId(): number | string;
  getCurrentTemplateId(): string;
  getEditedPostAttribute(name: 'meta'): Record<string, unknown>;
  getEditorSettings(): {
    onNavigateToEntityRecord(entity: { postId: number | string; postType: string }): void;
    onNavigateToPreviousEntityRecord(): void;
  };
}

/** Actions of Altscribe's own store on one target. */
export type AltscribeAction = 'markDecorative' | 'unmarkDecorative' | 'applyLibraryText';

declare global {
  interface Window {
    readonly wp: {
      readonly blocks: {
        createBlock(name: string, attributes: object): object;
        parse(content: string): readonly object[];
      };
      readonly data: {
        select(store: 'core/block-editor'): BlockEditor;
        select(store: 'core/keyboard-shortcuts'): Shortcuts;
        select(store: 'core/editor'): EditorStore;
        select(store: 'core'): {
          getEditedEntityRecord(kind: string, name: string, id: number): { alt_text?: string };
        };
        dispatch(store: 'core/block-editor'): BlockEditorActions;
        dispatch(store: 'core/editor'): Record<'undo' | 'redo', () => void> & {
          setRenderingMode(mode: 'post-only' | 'template-locked'): void;
        };
        dispatch(store: 'core/notices'): { removeAllNotices(type: 'default' | 'snackbar'): void };
        dispatch(store: 'altscribe/editor'): Record<
          AltscribeAction,
          (target: object) => Promise<void>
        > & {
          chooseFilter(filter: 'all'): void;
          dismissBatch(): void;
          loadAccount(): Promise<void>;
        };
      };
      readonly apiFetch: { readonly nonceMiddleware: { nonce: string } };
    };
  }
}

/** Image blocks by their position in the post, from 1. */
export interface BlockStore {
  /** The alternative text of every image, in document order. */
  alts(): Promise<string[]>;
  change(image: number, attributes: object): Promise<void>;
  /** Replaces all blocks by those in this content. They are new, even if the content is the same. */
  replaceAll(content: string): Promise<void>;
  remove(image: number): Promise<void>;
  /** Moves an image out of its container, to the end of the post. */
  moveToEnd(image: number): Promise<void>;
  select(image: number): Promise<void>;
  /** The attributes of the first block of a name. */
  readFirst(name: string): Promise<object>;
  /** Selects the first block of a name. */
  selectFirst(name: string): Promise<void>;
}

export function openBlockStore(page: Page): BlockStore {
  const clientId = (image: number) =>
    page.evaluate(
      (index) =>
        window.wp.data.select('core/block-editor').getBlocksByName('core/image')[index] ?? '',
      image - 1,
    );
  return {
    alts: () =>
      page.evaluate(() => {
        const { getBlocksByName, getBlock } = window.wp.data.select('core/block-editor');
        return getBlocksByName('core/image').map((id) => getBlock(id).attributes.alt ?? '');
      }),
    async change(image, attributes) {
      await page.evaluate(
        ([id, changed]) =>
          window.wp.data.dispatch('core/block-editor').updateBlockAttributes(id, changed),
        [await clientId(image), attributes] as const,
      );
    },
    async replaceAll(content) {
      await page.evaluate((markup) => {
        const blocks = window.wp.blocks.parse(markup);
        window.wp.data.dispatch('core/block-editor').resetBlocks(blocks);
      }, content);
    },
    async remove(image) {
      await page.evaluate(
        (id) => window.wp.data.dispatch('core/block-editor').removeBlock(id),
        await clientId(image),
      );
    },
    async moveToEnd(image) {
      await page.evaluate(
        (id) => {
          const { getBlockRootClientId, getBlocks } = window.wp.data.select('core/block-editor');
          const root = getBlockRootClientId(id);
          window.wp.data
            .dispatch('core/block-editor')
            .moveBlockToPosition(id, root, '', getBlocks().length);
        },
        await clientId(image),
      );
    },
    readFirst: (name) =>
      page.evaluate((wanted) => {
        const { getBlocksByName, getBlock } = window.wp.data.select('core/block-editor');
        return getBlock(getBlocksByName(wanted)[0] ?? '').attributes;
      }, name),
    async selectFirst(name) {
      await page.evaluate((wanted) => {
        const { getBlocksByName } = window.wp.data.select('core/block-editor');
        window.wp.data.dispatch('core/block-editor').selectBlock(getBlocksByName(wanted)[0] ?? '');
      }, name);
    },
    async select(image) {
      await page.evaluate(
        (id) => window.wp.data.dispatch('core/block-editor').selectBlock(id),
        await clientId(image),
      );
    },
  };
}
