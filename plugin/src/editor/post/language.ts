import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { editorBootData } from '../boot-data.ts';

/** PHP registers this field of posts. It is saved with the post, so that the next editor has it, too. */
const field = 'altscribe_language';

export interface PostLanguage {
  /** Code of the language that texts are asked for in. */
  code: string;
  /** Somebody picked it for this post. */
  isPicked: boolean;
}

/** The language of the post's texts: the picked one, else that of the post or the site. */
export function readLanguage(registry: DataRegistry): PostLanguage {
  const picked: unknown = registry.select(editorStore).getEditedPostAttribute(field);
  return typeof picked === 'string' && picked !== ''
    ? { code: picked, isPicked: true }
    : { code: editorBootData.language, isPicked: false };
}

/** Picks a language for this post; '' takes the choice back. */
export function pickLanguage(registry: DataRegistry, code: string): void {
  void registry.dispatch(editorStore).editPost({ [field]: code });
}
