import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { editorBootData } from '../boot-data.ts';

/** Id of the post in the editor; null if something else is being edited, such as a template. */
export function findPostId(registry: DataRegistry): number | null {
  const id = registry.select(editorStore).getCurrentPostId();
  return typeof id === 'number' ? id : null;
}

/**
 * True if the editor shows the post that it was opened for. From there users can open the patterns
 * and the template of the post, which do not share its data from PHP and SEO plugins.
 */
export function isOpenedPost(registry: DataRegistry): boolean {
  return findPostId(registry) === editorBootData.postId;
}

/**
 * PHP registers these fields of posts. The first is saved with the post, so later editor sessions
 * have it too.
 */
const field = 'altscribe_language';
const automaticField = 'altscribe_automatic_language';

export interface PostLanguage {
  /** Code of the language requested for texts. */
  code: string;
  /** A user picked it for this post. */
  isPicked: boolean;
  /** The code used unless a user picks another one. */
  automatic: string;
}

/**
 * The language of the texts of the post in the editor: the picked one, else that of the post or the
 * site. From the post, users can open its patterns, whose language may differ.
 */
export function readLanguage(registry: DataRegistry): PostLanguage {
  const { getEditedPostAttribute } = registry.select(editorStore);
  const automatic = asCode(getEditedPostAttribute(automaticField)) || editorBootData.language;
  const picked = asCode(getEditedPostAttribute(field));
  return { code: picked || automatic, isPicked: picked !== '', automatic };
}

function asCode(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Whether texts in this language suit the post. It may be the variant of another country. True for
 * '', an unknown language.
 */
export function isLanguageOfPost(registry: DataRegistry, code: string): boolean {
  return code === '' || primary(code) === primary(readLanguage(registry).code);
}

/** `pt` of `pt_BR`. */
function primary(code: string): string {
  return code.replace(/[-_].*$/, '').toLowerCase();
}

/** Picks a language for this post; '' resets the choice. */
export function pickLanguage(registry: DataRegistry, code: string): void {
  void registry.dispatch(editorStore).editPost({ [field]: code });
}
