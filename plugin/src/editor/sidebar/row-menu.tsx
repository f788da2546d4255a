import { DropdownMenu, MenuGroup, MenuItem } from '@wordpress/components';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { __, sprintf } from '@wordpress/i18n';
import { moreVertical } from '@wordpress/icons';
import { buttonName } from '../components/image-label.ts';
import { openTargetAsHtml } from '../post/alt-text-target.ts';
import type { EditorImage, NotDecorativeReason } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import { useShowInPost } from './thumbnail.tsx';

/** What else can be done with an image. */
export function RowMenu({ image }: { image: EditorImage }) {
  return (
    <DropdownMenu
      className="altscribe-image__menu"
      icon={moreVertical}
      label={buttonName('menu', image)}
      toggleProps={{ size: 'small' }}
      popoverProps={{ placement: 'bottom-end' }}
    >
      {({ onClose }) => <Items image={image} onClose={onClose} />}
    </DropdownMenu>
  );
}

/** Rendered, and subscribed, only while the menu is open. */
function Items({ image, onClose }: { image: EditorImage; onClose: () => void }) {
  const { target, kind, state, decorative } = image;
  const isDecorative = state === 'decorative';
  const registry = useRegistry();
  const { markDecorative, restoreTextBefore, unmarkDecorative } = useDispatch(store);
  const show = useShowInPost(image);
  const before = useSelect((select) => select(store).getTextBefore(image), [image]);
  return (
    <MenuGroup>
      <MenuItem
        aria-disabled={!decorative.can}
        info={decorative.can ? undefined : reasonMessage(decorative.reason)}
        onClick={() => {
          if (decorative.can) {
            void (isDecorative ? unmarkDecorative : markDecorative)(target);
            onClose();
          }
        }}
      >
        {isDecorative ? __('Not decorative', 'altscribe') : __('Mark as decorative', 'altscribe')}
      </MenuItem>
      {target.type !== 'attachment' && (
        <MenuItem
          onClick={() => {
            onClose();
            show();
          }}
        >
          {__('Show in post', 'altscribe')}
        </MenuItem>
      )}
      {kind === 'html' && (
        <MenuItem
          onClick={() => {
            onClose();
            openTargetAsHtml(registry, target);
          }}
        >
          {__('Edit as HTML', 'altscribe')}
        </MenuItem>
      )}
      {before !== null && (
        <MenuItem
          info={
            before === ''
              ? __('There was none.', 'altscribe')
              : /* translators: %s: an alt text. */
                sprintf(__('“%s”', 'altscribe'), before)
          }
          onClick={() => {
            void restoreTextBefore(target);
            onClose();
          }}
        >
          {__('Restore the text of before', 'altscribe')}
        </MenuItem>
      )}
    </MenuGroup>
  );
}

function reasonMessage(reason: NotDecorativeReason): string {
  switch (reason) {
    case 'linked':
      return __('It is linked: its alt text is the name of the link.', 'altscribe');
    case 'lightbox':
      return __('It opens enlarged: its alt text is the name of that button.', 'altscribe');
    case 'locked':
      return __('It cannot be edited here.', 'altscribe');
    case 'uploading':
      return __('Wait until the image is uploaded.', 'altscribe');
    case 'html':
      return __('Its HTML decides: alt="" and role="none" mark it.', 'altscribe');
    case 'pointer':
      return __('Its text is that of the featured image.', 'altscribe');
  }
}
