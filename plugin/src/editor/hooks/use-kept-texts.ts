import { useDispatch } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import { store } from '../store/index.ts';
import { useImages, usePostId } from './use-post.ts';

/** Suggests texts that came while their images were not in the editor, as soon as those are there again. */
export function useKeptTexts(): void {
  const images = useImages();
  const postId = usePostId();
  const { giveBackTexts } = useDispatch(store);
  useEffect(() => {
    void giveBackTexts();
  }, [giveBackTexts, images, postId]);
}
