import { ComboboxControl } from '@wordpress/components';
import { useRegistry, useSelect } from '@wordpress/data';
import { __, sprintf } from '@wordpress/i18n';
import { matchLanguage } from '../../../../shared/match-language.ts';
import { editorBootData } from '../boot-data.ts';
import { useLanguageNames } from '../hooks/use-language-names.ts';
import { pickLanguage, readLanguage } from '../post/language.ts';

/** ComboboxControl takes '' for no choice. */
const automatic = 'automatic';

/** The language of the texts in this post: all languages, with search. */
export function LanguagePicker() {
  const registry = useRegistry();
  const { nameOf, options } = useLanguageNames();
  const value = useSelect((_select, inside) => {
    const { code, isPicked } = readLanguage(inside);
    return isPicked ? matchLanguage(code) : automatic;
  }, []);
  const automaticName = sprintf(
    /* translators: %s: name of a language. */
    __('Language of the post (%s)', 'altscribe'),
    nameOf(editorBootData.language),
  );
  // The choice is shown before the names are there.
  const listed = options.some((option) => option.value === value) || value === automatic;
  const picked = listed ? [] : [{ value, label: nameOf(value) }];
  return (
    <ComboboxControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={__('Language', 'altscribe')}
      help={__('The language of the alt texts in this post. Saved with the post.', 'altscribe')}
      allowReset={false}
      options={[{ value: automatic, label: automaticName }, ...picked, ...options]}
      value={value}
      onChange={(code) => {
        pickLanguage(registry, code === automatic ? '' : (code ?? ''));
      }}
    />
  );
}
