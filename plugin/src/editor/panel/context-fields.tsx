import { BaseControl, ComboboxControl, TextControl } from '@wordpress/components';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import {
  pickLanguage,
  readImageFields,
  readLanguage,
  request,
  store,
  useLanguageNames,
  usePostId,
} from '../main.tsx';
import { useContextImage, useKeywordsField, useSentContext } from './use-context.ts';
import { imageLabel } from '../image-parts/image-label.ts';
import type { EditorImage } from '../post/editor-image.ts';
import './sent-context.css';

/** The context that is sent with images of this post, and the controls to change it. */
export function ContextFields() {
  return (
    <div className="altscribe-fields">
      <KeywordsField />
      <LanguagePicker />
      <SentContext />
    </div>
  );
}

/** ComboboxControl uses '' for no choice. */
const automatic = 'automatic';

/** The language of the texts in this post: all languages, with search. */
function LanguagePicker() {
  const registry = useRegistry();
  const { codeOf, nameOf, options } = useLanguageNames();
  const picked = useSelect((_select, inside) => {
    const { code, isPicked } = readLanguage(inside);
    return isPicked ? code : null;
  }, []);
  const value = picked === null ? automatic : codeOf(picked);
  const language = useSelect((_select, inside) => readLanguage(inside).automatic, []);
  const automaticName = sprintf(
    /* translators: %s: name of a language. */
    __('Post language (%s)', 'altscribe'),
    nameOf(language),
  );
  // The choice is shown before the names are loaded.
  const listed = options.some((option) => option.value === value) || value === automatic;
  const unlisted = listed ? [] : [{ value, label: nameOf(value) }];
  return (
    <ComboboxControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={__('Language', 'altscribe')}
      help={__('The language of alt text in this post. Saved with the post.', 'altscribe')}
      allowReset={false}
      options={[{ value: automatic, label: automaticName }, ...unlisted, ...options]}
      value={value}
      onChange={(code) => {
        pickLanguage(registry, code === automatic ? '' : (code ?? ''));
      }}
    />
  );
}

/** The exact context that is sent with the selected image, or with the first one. */
function SentContext() {
  const image = useContextImage();
  return image ? <ContextOfImage image={image} /> : null;
}

function ContextOfImage({ image }: { image: EditorImage }) {
  const sent = useWholeContext(image);
  const { nameOf } = useLanguageNames();
  const lines = [
    [__('Title', 'altscribe'), sent.blog_title],
    [__('SEO keywords', 'altscribe'), sent.seo_keywords],
    ['', sent.image_context],
    [__('Language', 'altscribe'), nameOf(sent.language_code ?? '')],
    [__('Style', 'altscribe'), sent.style],
  ]
    .filter(([, text]) => text)
    .map(([label, text]) => (label === '' ? text : `${String(label)}: ${String(text)}`));
  /* translators: %s: an image, such as "Image 1". */
  const label = sprintf(__('What the AI sees: %s', 'altscribe'), imageLabel(image));
  return (
    <div>
      <BaseControl.VisualLabel>{label}</BaseControl.VisualLabel>
      <p className="altscribe-sent-context">{lines.join('\n')}</p>
    </div>
  );
}

/** Fields of a request to the service. */
type Sent = Partial<
  Record<'blog_title' | 'seo_keywords' | 'image_context' | 'language_code' | 'style', string>
>;

/** How long to wait for the next key before the site is asked, in milliseconds. */
const typingPause = 300;

/**
 * The context as the site sends it: the site adds labels, its own data about the post and the image,
 * and the style. Until it responds, the editor's own data.
 */
function useWholeContext(image: EditorImage): Sent {
  const context = useSentContext(image);
  const fields = readImageFields(image);
  const file = fields.ok ? fields.value : {};
  // Serialized, because an object would differ on every render.
  const asked = JSON.stringify({ post_id: usePostId(), ...context, ...file });
  const [whole, setWhole] = useState<{ file: string; sent: Sent }>();
  const shown = JSON.stringify(file);
  useEffect(() => {
    let isLatest = true;
    const timer = setTimeout(() => {
      void request('context', JSON.parse(asked) as object, (json) => json as Sent).then(
        (result) => {
          if (isLatest && result.ok) {
            setWhole({ file: shown, sent: result.value });
          }
        },
      );
    }, typingPause);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [asked, shown]);
  return whole?.file === shown
    ? whole.sent
    : {
        blog_title: context.title,
        seo_keywords: context.seo_keywords,
        language_code: context.language,
      };
}

function KeywordsField() {
  const { value, source } = useKeywordsField();
  const { setKeywords } = useDispatch(store);
  return (
    <TextControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={__('SEO keywords', 'altscribe')}
      help={
        source === null
          ? __('Separate with commas. Only used where they fit the image.', 'altscribe')
          : /* translators: %s: name of an SEO plugin, or "the tags of this post". */
            sprintf(__('From %s. Type to use your own.', 'altscribe'), source)
      }
      value={value}
      onChange={(keywords) => void setKeywords(keywords)}
    />
  );
}
