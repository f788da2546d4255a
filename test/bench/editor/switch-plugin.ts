import type { Page } from 'playwright-core';

const filter = ['editor.BlockEdit', 'altscribe/alt-text-controls'] as const;

/**
 * Removes the plugin from an open editor, or adds it again. Comparing two editors would not do: two
 * editors of the same post differ by more than the effect that is measured here.
 */
export async function switchPlugin(page: Page, isOn: boolean): Promise<void> {
  await page.evaluate(
    ([on, hook, namespace]) => {
      const { wp, taken } = window as unknown as WindowOfEditor;
      if (on === (wp.plugins.getPlugin('altscribe') !== undefined)) return;
      if (on && taken) {
        wp.plugins.registerPlugin(taken.plugin.name, taken.plugin);
        wp.hooks.addFilter(hook, namespace, taken.callback);
      } else {
        const handlers = wp.hooks.filters[hook]?.handlers ?? [];
        const callback = handlers.find((handler) => handler.namespace === namespace)?.callback;
        const plugin = wp.plugins.unregisterPlugin('altscribe');
        if (!callback || !plugin) throw new Error('The plugin is not in this editor.');
        Object.assign(window, { taken: { plugin, callback } });
        wp.hooks.removeFilter(hook, namespace);
      }
    },
    [isOn, ...filter] as const,
  );
  const button = page.locator('.editor-header button[aria-label^="Alt text"]');
  await button.waitFor({ state: isOn ? 'attached' : 'detached' });
}

interface WindowOfEditor {
  wp: {
    plugins: {
      getPlugin: (name: string) => object | undefined;
      registerPlugin: (name: string, plugin: object) => void;
      unregisterPlugin: (name: string) => { name: string } | undefined;
    };
    hooks: {
      filters: Record<string, { handlers: { namespace: string; callback: object }[] } | undefined>;
      addFilter: (hook: string, namespace: string, callback: object) => void;
      removeFilter: (hook: string, namespace: string) => void;
    };
  };
  /** The removed plugin. */
  taken?: { plugin: { name: string }; callback: object };
}
