import { PanelBody, TextControl } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { __, sprintf } from '@wordpress/i18n';
import { useKeywordsField } from '../hooks/use-post.ts';
import { store } from '../store/index.ts';
import { LanguagePicker } from './language-picker.tsx';
import { SentContext } from './sent-context.tsx';

/** What requests for images of this post say beside the image, and how to change it. */
export function ContextPanel() {
  return (
    <PanelBody title={__('Context', 'altscribe')} initialOpen={false}>
      <div className="altscribe-fields">
        <KeywordsField />
        <LanguagePicker />
        <SentContext />
      </div>
    </PanelBody>
  );
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
          ? __('Separated by commas. Used only where they fit the image.', 'altscribe')
          : /* translators: %s: name of an SEO plugin, or "the tags of this post". */
            sprintf(__('From %s. Type to use your own.', 'altscribe'), source)
      }
      value={value}
      onChange={(keywords) => void setKeywords(keywords)}
    />
  );
}
