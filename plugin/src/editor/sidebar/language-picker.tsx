import { ComboboxControl } from '@wordpress/components';
import { useRegistry, useSelect } from '@wordpress/data';
import { useMemo } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { findLanguage } from '../../../../shared/languages.ts';
import { languageName } from '../../common/format.ts';
import { listLanguageOptions } from '../../common/language-options.ts';
import { editorBootData } from '../boot-data.ts';
import { pickLanguage, readLanguage } from '../post/language.ts';

/** ComboboxControl takes '' for no choice. */
const automatic = 'automatic';

/** The language of the texts in this post: all languages, with search. */
export function LanguagePicker() {
  const registry = useRegistry();
  const options = useMemo(listOptions, []);
  const value = useSelect((_select, inside) => {
    const { code, isPicked } = readLanguage(inside);
    return isPicked ? findLanguage(code).code : automatic;
  }, []);
  return (
    <ComboboxControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={__('Language', 'altscribe')}
      help={__('The language of the alt texts in this post. Saved with the post.', 'altscribe')}
      allowReset={false}
      options={options}
      value={value}
      onChange={(code) => {
        pickLanguage(registry, code === automatic ? '' : (code ?? ''));
      }}
    />
  );
}

function listOptions() {
  const name = languageName(findLanguage(editorBootData.language));
  /* translators: %s: name of a language. */
  const label = sprintf(__('Language of the post (%s)', 'altscribe'), name);
  return [{ value: automatic, label }, ...listLanguageOptions()];
}
