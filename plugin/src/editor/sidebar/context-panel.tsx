import { BaseControl, PanelBody, TextControl } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { __, sprintf } from '@wordpress/i18n';
import { findLanguage } from '../../../../shared/languages.ts';
import { languageName } from '../../common/format.ts';
import { editorBootData } from '../boot-data.ts';
import { useKeywords } from '../hooks/use-post.ts';
import { store } from '../store/index.ts';

/** The context that every request for an image of this post contains. */
export function ContextPanel() {
  const { value, source } = useKeywords();
  const { setKeywords } = useDispatch(store);
  return (
    <PanelBody title={__('Context', 'altscribe')} initialOpen={false}>
      <div className="altscribe-fields">
        <TextControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={__('SEO keywords', 'altscribe')}
          help={
            source === null
              ? __('Separated by commas. Used only where they fit the image.', 'altscribe')
              : /* translators: %s: name of an SEO plugin. */
                sprintf(__('From %s. Type to use your own.', 'altscribe'), source)
          }
          value={value}
          onChange={(keywords) => void setKeywords(keywords)}
        />
        <div>
          <BaseControl.VisualLabel>{__('Language', 'altscribe')}</BaseControl.VisualLabel>
          <div>{languageName(findLanguage(editorBootData.language))}</div>
        </div>
      </div>
    </PanelBody>
  );
}
