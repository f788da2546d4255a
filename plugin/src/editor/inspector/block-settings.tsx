import { InspectorControls } from '@wordpress/block-editor';
import { PanelBody } from '@wordpress/components';
import { createHigherOrderComponent } from '@wordpress/compose';
import { __ } from '@wordpress/i18n';
import type { ComponentType } from 'react';
import { useAltTextGroup, type AltTextGroup } from './use-alt-text-group.ts';
import { useImages, usePostId } from '../hooks/use-post.ts';
import type { ImageKind } from '../image-blocks/image-block.ts';
import { findImageBlock } from '../image-blocks/registry.ts';
import { hasControls } from '../post/editor-image.ts';
import { WideControls } from './wide-controls.tsx';

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
      const kind = isSelected ? findImageBlock(name)?.kind : undefined;
      return (
        <>
          {kind && <BlockSettings clientId={clientId} kind={kind} group="default" />}
          <BlockEdit {...props} />
          {kind && <BlockSettings clientId={clientId} kind={kind} group="content" />}
        </>
      );
    },
  'withAltTextControls',
);

interface BlockSettingsProps {
  clientId: string;
  kind: ImageKind;
  group: AltTextGroup;
}

/** The controls, if this group of settings contains the field "Alternative text". */
function BlockSettings({ clientId, kind, group }: BlockSettingsProps) {
  const altTextGroup = useAltTextGroup(kind);
  const postId = usePostId();
  const image = useImages().find(
    ({ target }) => target.type === 'block' && target.clientId === clientId,
  );
  if (postId === null || !image || !hasControls(image) || group !== altTextGroup) {
    return null;
  }
  const controls = <WideControls image={image} />;
  return (
    <InspectorControls group={group}>
      {group === 'content' ? (
        <div className="altscribe-inspector-group">{controls}</div>
      ) : (
        // The group consists of panels, and the field may be in any of them.
        <PanelBody title={__('Alt text', 'altscribe')}>{controls}</PanelBody>
      )}
    </InspectorControls>
  );
}
