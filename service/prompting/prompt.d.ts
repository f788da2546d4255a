import type { Language } from '../../shared/languages.ts';
import type { ModelRequest } from '../providers/provider.ts';
/** What is known of a picture besides its pixels. All of it comes from strangers. */
export interface PictureContext {
    readonly blog_title?: string | undefined;
    readonly seo_keywords?: string | undefined;
    readonly image_context?: string | undefined;
}
/** What a model is asked for one picture, in one language. */
export declare function buildPrompt(context: PictureContext, language: Language): Omit<ModelRequest, 'picture'>;
