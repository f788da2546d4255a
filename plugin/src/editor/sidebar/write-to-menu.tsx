import { DropdownMenu, MenuGroup, MenuItemsChoice } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { chevronDown } from '@wordpress/icons';
import type { WriteTo } from '../../common/api.ts';

interface Props {
  value: WriteTo;
  onChange: (value: WriteTo) => void;
}

/** Where the next batch writes its texts. */
export function WriteToMenu({ value, onChange }: Props) {
  const choices: { value: WriteTo; label: string; info: string }[] = [
    {
      value: 'block',
      label: __('This post', 'altscribe'),
      info: __('Other posts keep their texts.', 'altscribe'),
    },
    {
      value: 'library',
      label: __('Media library', 'altscribe'),
      info: __('For all posts that the image is inserted in from now on.', 'altscribe'),
    },
    { value: 'both', label: __('Both', 'altscribe'), info: '' },
  ];
  return (
    <DropdownMenu
      icon={chevronDown}
      label={__('Where to write all missing', 'altscribe')}
      popoverProps={{ placement: 'bottom-end' }}
    >
      {({ onClose }) => (
        <MenuGroup label={__('Write new texts to', 'altscribe')}>
          <MenuItemsChoice
            value={value}
            choices={choices}
            onHover={() => undefined}
            onSelect={(chosen: string) => {
              onChange(chosen as WriteTo);
              onClose();
            }}
          />
        </MenuGroup>
      )}
    </DropdownMenu>
  );
}
