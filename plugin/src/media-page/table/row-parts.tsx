import { OtherPosts } from '../../common/other-posts/other-posts.tsx';
import { usePosts } from '../../common/other-posts/use-posts.ts';
import { useEffect, useState } from '@wordpress/element';
import type { RefObject } from 'react';
import { Icon } from '@wordpress/components';
import { image as imageIcon } from '@wordpress/icons';

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

/**
 * Returns a function that moves the focus to an action of the row, by its id, once the row is
 * rendered again and the focused element is gone. If that action is missing, the first one of the
 * row gets the focus.
 */
export function useRowFocus(row: RefObject<HTMLElement | null>): (action: string) => void {
  const [wanted, setWanted] = useState<{ action: string } | null>(null);
  useEffect(() => {
    if (wanted) {
      const find = (selector: string) => row.current?.querySelector<HTMLElement>(selector);
      (find(`[data-action="${wanted.action}"]`) ?? find('[data-action], a'))?.focus();
    }
  }, [wanted, row]);
  return (action) => {
    setWanted({ action });
  };
}

/** A thumbnail of the image. Its title is beside it, so it needs no alt text. */
export function Thumbnail({ url }: { url: string }) {
  const [brokenUrl, setBrokenUrl] = useState('');
  return (
    <span className="media-icon image-icon altscribe-media-thumbnail">
      {url === '' || url === brokenUrl ? (
        <Icon icon={imageIcon} />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          onError={() => {
            setBrokenUrl(url);
          }}
        />
      )}
    </span>
  );
}
