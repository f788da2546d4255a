import { readSeoFields } from './seo-fields.ts';
import { findMedia } from './wp-media.ts';

/** The post or product on the screen, as context for an image that is picked for it. */
export interface EditedPost {
  post_id: number;
  /** With unsaved changes. */
  title?: string;
  /** The same; undefined for the saved ones. */
  seo_keywords?: string;
  /** The heading above the selected block. */
  image_context?: string;
}

/** The parts of `wp.data` that are used, if the screen has a block editor. */
interface BlockEditors {
  select: (
    store: 'altscribe/editor',
  ) => { getPostContext: () => EditedPost | undefined } | undefined;
}

interface Screen {
  wp?: { data?: BlockEditors };
  /** `ownKeywords`: entered for Altscribe, so they have priority over those of SEO plugins. */
  altscribeMedia?: { ownKeywords?: string };
}

/** The post whose editor has a media window; undefined on other screens. */
export function readEditedPost(): EditedPost | undefined {
  const post_id = findMedia()?.view.settings.post.id;
  if (!post_id) {
    return undefined;
  }
  const { wp, altscribeMedia } = window as Screen;
  const blockEditor = wp?.data?.select('altscribe/editor');
  if (blockEditor) {
    return blockEditor.getPostContext();
  }
  const title = document.querySelector<HTMLInputElement>('#title')?.value;
  const live = readSeoFields().find(({ keywords }) => keywords !== '');
  return {
    post_id,
    ...(title === undefined ? {} : { title }),
    ...(live && !altscribeMedia?.ownKeywords ? { seo_keywords: live.keywords } : {}),
  };
}
