import { BlockSettingsMenuControls } from '@wordpress/block-editor';
import { MenuItem } from '@wordpress/components';
import { useRegistry } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { Commands, generateHere, NextImageShortcut } from '../commands/commands.ts';
import { sidebarIcon, useBlockingError, useImageOfBlock } from '../main.tsx';
import { LongDescriptionItem } from './long-description.tsx';

/** The parts that the user opens with a key or a menu, loaded when the editor has started. */
export function Menus() {
  return (
    <>
      <BlockMenu />
      <Commands />
      <NextImageShortcut />
    </>
  );
}

/** "Generate alt text" and "Add a long description" in the "Options" menu of a block with an image. */
export function BlockMenu() {
  return (
    <BlockSettingsMenuControls>
      {({ selectedClientIds, onClose }) =>
        selectedClientIds?.length === 1 && (
          <Items clientId={selectedClientIds[0] ?? null} onClose={onClose} />
        )
      }
    </BlockSettingsMenuControls>
  );
}

interface Props {
  clientId: string | null;
  onClose: () => void;
}

function Items({ clientId, onClose }: Props) {
  const registry = useRegistry();
  const image = useImageOfBlock(clientId);
  const blockingError = useBlockingError();
  if (!image) {
    return null;
  }
  const uploading =
    image.state === 'uploading' ? __('Wait until the image is uploaded.', 'altscribe') : undefined;
  const disabledReason = blockingError?.message ?? uploading;
  return (
    <>
      <MenuItem
        icon={sidebarIcon}
        info={disabledReason}
        // With `disabled`, keyboard users could not read the reason.
        aria-disabled={disabledReason !== undefined}
        onClick={() => {
          if (disabledReason === undefined) {
            onClose();
            generateHere(registry, image);
          }
        }}
      >
        {image.state === 'has-alt'
          ? __('Rewrite alt text', 'altscribe')
          : __('Generate alt text', 'altscribe')}
      </MenuItem>
      <LongDescriptionItem image={image} onClose={onClose} />
    </>
  );
}
