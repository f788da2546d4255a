import { InspectorControls } from '@wordpress/block-editor';
import { PanelBody } from '@wordpress/components';
import { createHigherOrderComponent } from '@wordpress/compose';
import { useDispatch } from '@wordpress/data';
import type { ComponentType } from 'react';
import { AltTextControls } from './components/alt-text-controls.tsx';
import { BusyNotice, ImageNoticeText } from './components/notices.tsx';
import { useAltTextGroup, type AltTextGroup } from './hooks/use-alt-text-group.ts';
import { useImages, usePostId } from './hooks/use-post.ts';
import { useBlockingError } from './hooks/use-service.ts';
import { findImageBlock } from './image-blocks/registry.ts';
import { hasControls } from './post/images.ts';
import { store } from './store/index.ts';

interface BlockEditProps {
  name: string;
  clientId: string;
  isSelected: boolean;
}

/** Filter for `editor.BlockEdit`: adds the controls to the settings of image blocks. */
export const withAltTextControls = createHigherOrderComponent(
  (BlockEdit: ComponentType<BlockEditProps>) =>
    function BlockEditWithAltTextControls(props: BlockEditProps) {
      const { name, clientId, isSelected } = props;
      const isShown = isSelected && findImageBlock(name) !== undefined;
      return (
        <>
          {isShown && <BlockSettings clientId={clientId} group="default" />}
          <BlockEdit {...props} />
          {isShown && <BlockSettings clientId={clientId} group="content" />}
        </>
      );
    },
  'withAltTextControls',
);

interface BlockSettingsProps {
  clientId: string;
  group: AltTextGroup;
}

/** The controls, if this group of settings contains the field "Alternative text". */
function BlockSettings({ clientId, group }: BlockSettingsProps) {
  const altTextGroup = useAltTextGroup();
  const postId = usePostId();
  const image = useImages().find(
    ({ target }) => target.type === 'block' && target.clientId === clientId,
  );
  const isEditable = image && hasControls(image);
  if (postId === null || !isEditable || group !== altTextGroup) {
    return null;
  }
  return (
    <InspectorControls group={group}>
      <PanelBody className="altscribe-image altscribe-inspector">
        <AltTextControls image={image} isWide />
        <BlockingNotice />
        <BusyNotice />
      </PanelBody>
    </InspectorControls>
  );
}

/** The error that the sidebar shows in its notices. */
function BlockingNotice() {
  const error = useBlockingError();
  const { loadAccount } = useDispatch(store);
  return error && <ImageNoticeText notice={error} onRetry={() => void loadAccount()} />;
}
