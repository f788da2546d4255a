import { Button } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { OtherPosts } from '../common/other-posts/other-posts.tsx';
import { filledPosts } from '../common/other-posts/posts-state.ts';
import { filledText, foundText } from '../common/other-posts/posts-text.ts';
import { usePosts } from '../common/other-posts/use-posts.ts';
import { findMedia } from './wp-media.ts';

interface Props {
  attachmentId: number;
  /** The text was not taken back since. */
  isWritten: boolean;
}

/** "Also in 3 posts without alt text", which opens them; nothing if there are none. */
export function PostsNote({ attachmentId, isWritten }: Props) {
  const posts = usePosts(attachmentId, findMedia()?.view.settings.post.id);
  const [isOpen, setIsOpen] = useState(false);
  const { state } = posts;
  const count = state.posts.length;
  const filled = filledPosts(state).length;
  // What was filled into posts can be taken back even without a text.
  const isShown = (count > 0 && isWritten) || filled > 0;
  return (
    <>
      {/* It is there before its text, so that the text is spoken when it comes. */}
      <div role="status">
        {isShown && (
          <Button
            variant="link"
            aria-expanded={isOpen}
            onClick={() => {
              setIsOpen(!isOpen);
            }}
          >
            {count > 0 && isWritten ? foundText(count, state.next !== null) : filledText(filled)}
          </Button>
        )}
      </div>
      {isShown && isOpen && <OtherPosts posts={posts} canFill={isWritten} />}
    </>
  );
}
