import { createHigherOrderComponent } from '@wordpress/compose';
import { __ } from '@wordpress/i18n';
import type { ComponentType } from 'react';
import { usePostId } from '../hooks/use-post.ts';
import { useReviews } from '../hooks/use-reviews.ts';
import { WideControls } from '../inspector/block-settings.tsx';
import { hasControls } from '../post/editor-image.ts';
import { ImageStateLabel } from '../sidebar/image-row.tsx';

/** Filter for `editor.PostFeaturedImage`: adds state and controls below the featured image. */
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
  if (postId === null || !review) {
    return null;
  }
  const { image } = review;
  return (
    <div className="altscribe-featured">
      <ImageStateLabel {...review} />
      <p className="altscribe-note">
        {__('Its alt text is shared by all posts that use it.', 'altscribe')}
      </p>
      {hasControls(image) && <WideControls image={image} />}
    </div>
  );
}
