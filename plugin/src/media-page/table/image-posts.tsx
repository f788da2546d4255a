import { OtherPosts } from '../../common/other-posts/other-posts.tsx';
import { usePosts } from '../../common/other-posts/use-posts.ts';

interface Props {
  attachmentId: number;
  /** Whether the image has a text that can be filled in. */
  canFill: boolean;
  /** Called after each change with the number of posts that have its text filled in. */
  onChanged: (filled: number) => void;
}

/** The posts that show a row's image. */
export function ImagePosts({ attachmentId, canFill, onChanged }: Props) {
  return <OtherPosts posts={usePosts(attachmentId, undefined, onChanged)} canFill={canFill} />;
}
