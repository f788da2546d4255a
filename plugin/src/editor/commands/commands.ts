import { speak } from '@wordpress/a11y';
import { store as blockEditorStore } from '@wordpress/block-editor';
import { useCommand } from '@wordpress/commands';
import { useDispatch, useRegistry, useSelect, type DataRegistry } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { store as shortcutsStore, useShortcut } from '@wordpress/keyboard-shortcuts';
import {
  findNextMissing,
  openPanel,
  openSidebar,
  rowId,
  runRequest,
  selectInBackground,
  sidebarIcon,
  store,
  targetKey,
  useBlockingError,
  useMissing,
  useImageOfBlock,
} from '../main.tsx';
import type { AltTextTarget } from '../post/alt-text-target.ts';
import type { EditorImage } from '../post/editor-image.ts';

const name = 'altscribe/next-image';

/** The shortcut "Next image without alt text"; WordPress lists it among its keyboard shortcuts. */
export function NextImageShortcut() {
  const registry = useRegistry();
  const { registerShortcut, unregisterShortcut } = useDispatch(shortcutsStore);

  useEffect(() => {
    void registerShortcut({
      name,
      category: 'global',
      description: __('Go to the next image without alt text.', 'altscribe'),
      // WordPress and browsers do not use it, and no keyboard types this letter with AltGr.
      keyCombination: { modifier: 'secondary', character: 'g' },
    });
    return () => {
      void unregisterShortcut(name);
    };
  }, [registerShortcut, unregisterShortcut]);

  useShortcut(name, (event: KeyboardEvent) => {
    event.preventDefault();
    goToNextImage(registry);
  });
  return null;
}

function goToNextImage(registry: DataRegistry): void {
  const next = findNextMissing(registry, findFocusedRow());
  if (!next) {
    speak(__('No more images need alt text.', 'altscribe'));
    return;
  }
  selectInBackground(registry, next.target);
  openRow(registry, next.target);
}

interface Close {
  close: () => void;
}

/** The commands of the palette, without those that currently have no effect. */
export function Commands() {
  const registry = useRegistry();
  const selected = useSelectedImage();
  const missing = useMissing();
  const isBlocked = useBlockingError() !== null;
  const isRunning = useSelect((select) => select(store).getBatch()?.isRunning === true, []);
  const openLabel = __('Open alt text sidebar', 'altscribe');

  useCommand({
    name: 'altscribe/open-sidebar',
    label: openLabel,
    // The palette sorts by match: this one is before WordPress's "Go to: Media > Alt text".
    searchLabel: `${__('Alt text', 'altscribe')}: ${openLabel}`,
    icon: sidebarIcon,
    callback: ({ close }: Close) => {
      close();
      openSidebar(registry);
    },
  });
  useCommand({
    name: 'altscribe/generate',
    label: __('Generate alt text for this image', 'altscribe'),
    icon: sidebarIcon,
    disabled: selected === undefined || selected.state === 'uploading' || isBlocked,
    callback: ({ close }: Close) => {
      close();
      if (selected) {
        generateHere(registry, selected);
      }
    },
  });
  useCommand({
    name: 'altscribe/generate-all',
    label: __('Generate all missing alt texts', 'altscribe'),
    icon: sidebarIcon,
    disabled: missing.length === 0 || isBlocked || isRunning,
    callback: ({ close }: Close) => {
      close();
      openPanel(registry, runRequest);
    },
  });
  return null;
}

/** The image (`targetKey`) whose row has the focus; null if there is none. */
function findFocusedRow(): string | null {
  const row = document.activeElement?.closest(`[id^="${rowId('')}"]`);
  return row?.id.slice(rowId('').length) ?? null;
}

/** Opens the sidebar with the focus in the row of this image. */
function openRow(registry: DataRegistry, target: AltTextTarget): void {
  openPanel(registry, targetKey(target));
}

/**
 * Generates the alt text of an image for a command. An existing text is not replaced: the new one
 * is suggested beside it in the sidebar.
 */
export function generateHere(registry: DataRegistry, { target, state }: EditorImage): void {
  if (state === 'has-alt') {
    openRow(registry, target);
  }
  void registry.dispatch(store).generate(target);
}

/** The image of the selected block, as `useImageOfBlock` returns it. */
function useSelectedImage(): EditorImage | undefined {
  const clientId = useSelect((select) => select(blockEditorStore).getSelectedBlockClientId(), []);
  return useImageOfBlock(clientId);
}
