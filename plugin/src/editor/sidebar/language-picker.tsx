import { ComboboxControl } from '@wordpress/components';
import { useRegistry, useSelect } from '@wordpress/data';
import { __, sprintf } from '@wordpress/i18n';
import { useLanguageNames } from '../hooks/use-language-names.ts';
import { pickLanguage, readLanguage } from '../post/language.ts';

/** ComboboxControl takes '' for no choice. */
const automatic = 'automatic';

/** The language of the texts in this post: all languages, with search. */
export function LanguagePicker() {
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
    __('Language of the post (%s)', 'altscribe'),
    nameOf(language),
  );
  // The choice is shown before the names are there.
  const listed = options.some((option) => option.value === value) || value === automatic;
  const unlisted = listed ? [] : [{ value, label: nameOf(value) }];
  return (
    <ComboboxControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={__('Language', 'altscribe')}
      help={__('The language of the alt texts in this post. Saved with the post.', 'altscribe')}
      allowReset={false}
      options={[{ value: automatic, label: automaticName }, ...unlisted, ...options]}
      value={value}
      onChange={(code) => {
        pickLanguage(registry, code === automatic ? '' : (code ?? ''));
      }}
    />
  );
}
