import { BaseControl, ComboboxControl, TextControl } from '@wordpress/components';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { __, sprintf } from '@wordpress/i18n';
import {
  editorBootData,
  imageLabel,
  pickLanguage,
  readLanguage,
  store,
  useContextImage,
  useKeywordsField,
  useLanguageNames,
  useSentContext,
} from '../main.tsx';
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
  const { title, seo_keywords, image_context, language } = useSentContext(image);
  const { nameOf } = useLanguageNames();
  const lines = [
    [__('Title', 'altscribe'), title],
    [__('SEO keywords', 'altscribe'), seo_keywords],
    ['', image_context],
    [__('Language', 'altscribe'), nameOf(language)],
    [__('Style', 'altscribe'), findStyle(language)],
  ]
    .filter(([, text]) => text !== '')
    .map(([label, text]) => (label === '' ? text : `${label}: ${text}`));
  /* translators: %s: an image, such as "Image 1". */
  const label = sprintf(__('Sent with %s', 'altscribe'), imageLabel(image));
  return (
    <div>
      <BaseControl.VisualLabel>{label}</BaseControl.VisualLabel>
      <p className="altscribe-sent-context">{lines.join('\n')}</p>
    </div>
  );
}

/** How the site writes in a language; `altscribe_find_style()` in PHP does the same. */
function findStyle(language: string): string {
  const { styles } = editorBootData;
  let tag = language.toLowerCase().replaceAll('_', '-');
  while (tag !== '' && styles[tag] === undefined) {
    tag = tag.includes('-') ? tag.slice(0, tag.lastIndexOf('-')) : '';
  }
  return styles[tag] ?? '';
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
