import { InspectorControls } from '@wordpress/block-editor';
import { __experimentalUseSlotFills as useSlotFills, PanelBody } from '@wordpress/components';
import { createHigherOrderComponent } from '@wordpress/compose';
import { useDispatch } from '@wordpress/data';
import type { ComponentType } from 'react';
import { useBlockingError, useImages, usePostId } from './hooks.ts';
import { AltTextControls } from './image/alt-text-controls.tsx';
import { RemarkText } from './image/remark.tsx';
import { BusyNotice } from './sidebar/notices.tsx';
import { store } from './store/index.ts';

interface BlockEditProps {
  name: string;
  clientId: string;
  isSelected: boolean;
}

/** Filter for `editor.BlockEdit`: adds the button to the settings of the image block. */
export const withAltTextButton = createHigherOrderComponent(
  (BlockEdit: ComponentType<BlockEditProps>) =>
    function BlockEditWithAltTextButton(props: BlockEditProps) {
      const { name, clientId, isSelected } = props;
      const hasButton = name === 'core/image' && isSelected;
      return (
        <>
          {hasButton && <ImageInspector clientId={clientId} group="default" />}
          <BlockEdit {...props} />
          {hasButton && <ImageInspector clientId={clientId} group="content" />}
        </>
      );
    },
  'withAltTextButton',
);

interface ImageInspectorProps {
  clientId: string;
  group: AltTextGroup;
}

/** The button, if this is the group that has the alternative text. */
function ImageInspector({ clientId, group }: ImageInspectorProps) {
  const altTextGroup = useAltTextGroup();
  const postId = usePostId();
  const image = useImages().find((candidate) => candidate.clientId === clientId);
  const isEditable = image && image.state !== 'locked' && image.state !== 'decorative';
  if (postId === null || !isEditable || group !== altTextGroup) {
    return null;
  }
  return (
    <InspectorControls group={group}>
      <PanelBody className="altscribe-image altscribe-inspector">
        <AltTextControls image={image} isWide />
        <BlockedRemark />
        <BusyNotice />
      </PanelBody>
    </InspectorControls>
  );
}

/** The sidebar says this in a notice; here there is none. */
function BlockedRemark() {
  const error = useBlockingError();
  const { loadAccount } = useDispatch(store);
  return (
    error && <RemarkText remark={{ kind: 'failed', error }} onRetry={() => void loadAccount()} />
  );
}

type AltTextGroup = 'content' | 'default';

/**
 * The group of settings that holds the image block's own "Alternative text" field. WordPress 7 has
 * it at the end of "content", a tab of its own, and our button follows it. Before, it is the first
 * of many in the default group, and the nearest place is above them.
 */
function useAltTextGroup(): AltTextGroup {
  const fills = useSlotFills('InspectorControlsContent');
  return (fills?.length ?? 0) > 0 ? 'content' : 'default';
}
