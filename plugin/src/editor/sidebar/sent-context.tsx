import { BaseControl } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { imageLabel } from '../components/image-label.ts';
import { useContextImage, useSentContext } from '../hooks/use-context.ts';
import { useLanguageNames } from '../hooks/use-language-names.ts';
import type { EditorImage } from '../post/editor-image.ts';
import './sent-context.css';

/** What is sent along with the selected image, or with the first one, word for word. */
export function SentContext() {
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
