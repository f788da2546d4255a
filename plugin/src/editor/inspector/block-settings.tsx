import { InspectorControls } from '@wordpress/block-editor';
import { Icon, PanelBody } from '@wordpress/components';
import { createHigherOrderComponent } from '@wordpress/compose';
import { useDispatch } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { info } from '@wordpress/icons';
import type { ComponentType } from 'react';
import { isCalm } from '../../common/api-error.ts';
import { useHasContentSettings } from '../../common/core-internals.ts';
import { AltTextControls, useSuggestions } from '../components/alt-text-controls.tsx';
import { BusyNotice, ErrorText, ImageNoticeText } from '../components/notices.tsx';
import { useImages, usePostId } from '../hooks/use-post.ts';
import { useReviews } from '../hooks/use-reviews.ts';
import { useBlockingError } from '../hooks/use-service.ts';
import type { ImageKind } from '../image-blocks/image-block.ts';
import { findImageBlock } from '../image-blocks/registry.ts';
import { hasControls, type EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';

export type AltTextGroup = 'content' | 'default';

/**
 * The group of settings with the block's own field "Alternative text". For WordPress 7's image
 * block it is the tab "content", whose last field it is, followed by the controls. Otherwise the
 * field is in the default group, below the controls. For other kinds of blocks the fills cannot
 * show the group, because the controls themselves would be one of them.
 */
export function useAltTextGroup(kind: ImageKind): AltTextGroup {
  const hasContent = useHasContentSettings();
  return kind === 'image' && hasContent ? 'content' : 'default';
}

/** The controls of one image outside of the sidebar, with the reason if they are disabled. */
export function WideControls({ image }: { image: EditorImage }) {
  return (
    <div
      className="altscribe-image altscribe-inspector"
      role="group"
      aria-label={__('Alt text', 'altscribe')}
      tabIndex={-1}
    >
      <AltTextControls image={image} isWide />
      <BlockingNotice />
      <BusyNotice />
    </div>
  );
}

/**
 * The error that the sidebar shows in its notices. A plugin that is not set up is not an error.
 */
function BlockingNotice() {
  const error = useBlockingError();
  const { loadAccount } = useDispatch(store);
  if (!error) {
    return null;
  }
  const onRetry = () => void loadAccount();
  return isCalm(error) ? (
    <p className="altscribe-note altscribe-setup">
      <Icon icon={info} size={20} />
      <span>
        <ErrorText error={error} onRetry={onRetry} />
      </span>
    </p>
  ) : (
    <ImageNoticeText notice={error} onRetry={onRetry} />
  );
}

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
  const [image, another] = useImages().filter(
    ({ target }) => target.type === 'block' && target.clientId === clientId,
  );
  // With several images, it would not be clear which one these controls are for.
  if (postId === null || !image || another || !hasControls(image) || group !== altTextGroup) {
    return null;
  }
  const controls = <WideControls image={image} />;
  return (
    <InspectorControls group={group}>
      {group === 'content' ? (
        <div className="altscribe-inspector-group">{controls}</div>
      ) : (
        // The group consists of panels, any of which may contain the field.
        <PanelBody title={__('Alt text', 'altscribe')}>{controls}</PanelBody>
      )}
    </InspectorControls>
  );
}

/** Filter for `editor.PostFeaturedImage`: adds the state and controls below the featured image. */
export const withFeaturedImageControls = createHigherOrderComponent(
  (PostFeaturedImage: ComponentType) =>
    function PostFeaturedImageWithControls(props: object) {
      return (
        <>
          <PostFeaturedImage {...props} />
          <FeaturedImageControls />
        </>
      );
    },
  'withFeaturedImageControls',
);

function FeaturedImageControls() {
  const postId = usePostId();
  const review = useReviews().find(({ image }) => image.kind === 'featured');
  const parts = useSuggestions();
  if (postId === null || !review) {
    return null;
  }
  const { image } = review;
  return (
    <div className="altscribe-featured">
      {parts && <parts.ImageStateLabel {...review} />}
      <p className="altscribe-note">
        {__('Its alt text is shared by all posts that use it.', 'altscribe')}
      </p>
      {hasControls(image) && <WideControls image={image} />}
    </div>
  );
}
