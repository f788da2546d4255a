import { useCommand } from '@wordpress/commands';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { useMissing } from '../hooks/use-missing.ts';
import { useSelectedImage } from '../hooks/use-selected-image.ts';
import { useBlockingError } from '../hooks/use-service.ts';
import { sidebarIcon } from '../sidebar/sidebar-icon.tsx';
import { store } from '../store/index.ts';
import { generateHere } from './generate-here.ts';
import { openSidebar } from './open-sidebar.ts';

interface Close {
  close: () => void;
}

/** The commands of the palette. Those that cannot do anything now are not in it. */
export function Commands() {
  const registry = useRegistry();
  const { generateAll } = useDispatch(store);
  const selected = useSelectedImage();
  const missing = useMissing();
  // The sidebar asks whether to use those before it spends credits.
  const mustAsk = missing.some(({ libraryText }) => libraryText !== null);
  const isBlocked = useBlockingError() !== null;
  const isRunning = useSelect((select) => select(store).getBatch()?.isRunning === true, []);

  useCommand({
    name: 'altscribe/open-sidebar',
    label: __('Open alt text sidebar', 'altscribe'),
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
      openSidebar(registry);
      if (!mustAsk) {
        void generateAll();
      }
    },
  });
  return null;
}
