import { OtherPosts } from '../../common/other-posts/other-posts.tsx';
import { usePosts } from '../../common/other-posts/use-posts.ts';

interface Props {
  attachmentId: number;
  /** Whether the image has a text that can be filled in. */
  canFill: boolean;
  /** Told how many posts have its text filled in, after each change. */
  onChanged: (filled: number) => void;
}

/** The posts that show the image of a row. */
export function ImagePosts({ attachmentId, canFill, onChanged }: Props) {
  return <OtherPosts posts={usePosts(attachmentId, undefined, onChanged)} canFill={canFill} />;
}
