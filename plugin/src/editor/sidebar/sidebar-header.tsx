import { Button } from '@wordpress/components';
import { useViewportMatch } from '@wordpress/compose';
import { useRegistry, useSelect } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { starEmpty, starFilled } from '@wordpress/icons';
import { isSidebarPinned, pinSidebar } from '../core-internals.ts';
import { sidebarArea } from './sidebar-name.ts';

/**
 * The header as WordPress makes it of a sidebar's title: here the title of the button in the top bar
 * is a longer one.
 */
export function SidebarHeader({ title }: { title: string }) {
  const isSmall = useViewportMatch('medium', '<');
  const registry = useRegistry();
  const isPinned = useSelect((_select, inside) => isSidebarPinned(inside, sidebarArea), []);
  return (
    <>
      <h2 className="interface-complementary-area-header__title">{title}</h2>
      {!isSmall && (
        <Button
          className="interface-complementary-area__pin-unpin-item"
          icon={isPinned ? starFilled : starEmpty}
          label={
            isPinned ? __('Unpin from toolbar', 'altscribe') : __('Pin to toolbar', 'altscribe')
          }
          onClick={() => {
            pinSidebar(registry, sidebarArea, !isPinned);
          }}
          isPressed={isPinned}
          aria-expanded={isPinned}
          size="compact"
        />
      )}
    </>
  );
}
