/** What this plugin uses of packages that bring no types of their own. */

declare module '*.css';

declare module '@wordpress/block-editor' {
  import type { ReactNode } from 'react';
  import type { ReduxStoreConfig, StoreDescriptor } from '@wordpress/data';

  /** Renders nothing, and warns, where this WordPress does not know `group`. */
  export function InspectorControls(props: { group?: string; children: ReactNode }): ReactNode;

  interface Selectors {
    getBlockOrder: (state: unknown, rootClientId?: string) => string[];
    getBlockName: (state: unknown, clientId: string) => string | null;
    getBlockAttributes: (state: unknown, clientId: string) => Record<string, unknown> | null;
    getBlockEditingMode: (
      state: unknown,
      clientId: string,
    ) => 'disabled' | 'contentOnly' | 'default';
    getBlocksByName: (state: unknown, name: string) => string[];
  }

  interface Actions {
    updateBlockAttributes: (clientIds: string | string[], attributes: object) => { type: string };
    selectBlock: (clientId: string) => { type: string };
    __unstableMarkLastChangeAsPersistent: () => { type: string };
    [action: string]: (...args: never[]) => { type: string };
  }

  export const store: StoreDescriptor<ReduxStoreConfig<unknown, Actions, Selectors>>;
}
