import { Button } from '@wordpress/components';
import { useViewportMatch } from '@wordpress/compose';
import { useDispatch, useSelect } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { starEmpty, starFilled } from '@wordpress/icons';
import { sidebarArea } from './sidebar-name.ts';

interface InterfaceSelectors {
  isItemPinned?: (scope: string, item: string) => boolean;
}

type InterfaceActions = Partial<
  Record<'pinItem' | 'unpinItem', (scope: string, item: string) => unknown>
>;

/**
 * The header as WordPress makes it of a sidebar's title: here the title of the button in the top bar
 * is a longer one.
 */
export function SidebarHeader({ title }: { title: string }) {
  const isSmall = useViewportMatch('medium', '<');
  const isPinned = useSelect((select) => {
    const { isItemPinned } = select('core/interface') as InterfaceSelectors;
    return isItemPinned?.('core', sidebarArea) ?? true;
  }, []);
  const { pinItem, unpinItem } = useDispatch('core/interface') as InterfaceActions;
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
          onClick={() => void (isPinned ? unpinItem : pinItem)?.('core', sidebarArea)}
          isPressed={isPinned}
          aria-expanded={isPinned}
          size="compact"
        />
      )}
    </>
  );
}
