/** Types for packages that ship none, limited to the parts that the plugin uses. */

declare module '*.css';

declare module '@wordpress/block-editor' {
  import type { ReactNode } from 'react';
  import type { ReduxStoreConfig, StoreDescriptor } from '@wordpress/data';

  interface BlockMenu {
    /** Null if the menu does not belong to a block. */
    selectedClientIds: string[] | null;
    onClose: () => void;
  }

  /** Adds to the "Options" menu in the toolbar of a block. */
  export function BlockSettingsMenuControls(props: {
    children: (menu: BlockMenu) => ReactNode;
  }): ReactNode;

  /** Renders nothing, and logs a warning, if this version of WordPress has no such `group`. */
  export function InspectorControls(props: { group?: string; children: ReactNode }): ReactNode;

  interface Selectors {
    getBlockOrder: (state: unknown, rootClientId?: string) => string[];
    getBlockName: (state: unknown, clientId: string) => string | null;
    /** `innerContent`: of "Custom HTML" since WordPress 7.1; null represents an inner block. */
    getBlock: (state: unknown, clientId: string) => { innerContent?: (string | null)[] } | null;
    getBlockMode: (state: unknown, clientId: string) => 'visual' | 'html';
    getBlockAttributes: (state: unknown, clientId: string) => Record<string, unknown> | null;
    getBlockEditingMode: (
      state: unknown,
      clientId: string,
    ) => 'disabled' | 'contentOnly' | 'default';
    /** From the top level down. */
    getBlockParents: (state: unknown, clientId: string) => string[];
    getBlockIndex: (state: unknown, clientId: string) => number;
    /** Empty for a block at the top level. */
    getBlockRootClientId: (state: unknown, clientId: string) => string | null;
    /** False if the block there, or the layout of the post, does not allow it. */
    canInsertBlockType: (state: unknown, name: string, rootClientId: string) => boolean;
    getBlocksByName: (state: unknown, name: string) => string[];
    /** False for a block whose HTML WordPress could not read. */
    isBlockValid: (state: unknown, clientId: string) => boolean;
    /**
     * `mediaUpload`: only for users who may upload files. `onNavigateToEntityRecord` opens another
     * post in the editor, and keeps the unsaved changes of this one.
     */
    getSettings: (state: unknown) => {
      mediaUpload?: (upload: MediaUpload) => void;
      onNavigateToEntityRecord?: (entity: { postId: number; postType: string }) => void;
    };
    getSelectedBlockClientId: (state: unknown) => string | null;
    isTyping: (state: unknown) => boolean;
  }

  interface MediaUpload {
    filesList: File[];
    allowedTypes: string[];
    /** Called several times: at first without an id, and with a `blob:` address. */
    onFileChange: (media: { id?: number; url?: string }[]) => void;
    onError: (message: unknown) => void;
  }

  interface Actions {
    updateBlockAttributes: (clientIds: string | string[], attributes: object) => { type: string };
    toggleBlockMode: (clientId: string) => { type: string };
    /** Null: without moving the focus. */
    selectBlock: (clientId: string, initialPosition?: null) => { type: string };
    insertBlock: (
      block: object,
      index: number,
      rootClientId: string,
      /** Whether the block is selected, and gets the focus. */
      updateSelection: boolean,
    ) => { type: string };
    removeBlock: (clientId: string, selectPrevious: boolean) => { type: string };
    [action: string]: (...args: never[]) => { type: string };
  }

  export const store: StoreDescriptor<ReduxStoreConfig<unknown, Actions, Selectors>>;
}

declare module '@wordpress/commands' {
  import type { ReactElement } from 'react';

  /** Adds a command to the palette while the component is rendered. */
  export function useCommand(command: {
    name: string;
    label: string;
    /** What a search is compared with; `label` by default. */
    searchLabel?: string;
    icon?: ReactElement;
    /** If true, it is not in the palette. */
    disabled?: boolean;
    callback: (palette: { close: () => void }) => void;
  }): void;
}
