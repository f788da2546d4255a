import { ComboboxControl } from '@wordpress/components';
import { useMemo } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { SettingLock } from '../common/api.ts';
import {
  languageNameOf,
  listLanguageOptions,
  type LanguageOption,
} from '../common/language-options.ts';
import { settingsBootData } from './boot-data.ts';
import { Field, SettingsCard } from './field.tsx';
import type { Form } from './form.ts';
import { NewTexts } from './new-texts.tsx';

interface Props {
  form: Form;
  error: string | undefined;
  lock: SettingLock;
  onEdit: (part: Partial<Form>) => void;
}

export function WritingCard({ form, error, lock, onEdit }: Props) {
  const options = useMemo(languageOptions, []);
  return (
    <SettingsCard title={__('Writing', 'altscribe')}>
      {lock ? (
        <Field
          label={__('Language', 'altscribe')}
          type="text"
          value={options.find(({ value }) => value === form.language)?.label ?? form.language}
          onChange={() => undefined}
          help=""
          error={error}
          lock={lock}
        />
      ) : (
        <ComboboxControl
          __next40pxDefaultSize
          __nextHasNoMarginBottom
          label={__('Language', 'altscribe')}
          help={
            error ??
            __(
              'The language of new alt text, unless WPML or Polylang set one for the post.',
              'altscribe',
            )
          }
          allowReset={false}
          options={options}
          value={form.language}
          onChange={(language) => {
            onEdit({ language: language ?? '' });
          }}
        />
      )}
      <NewTexts form={form} onEdit={onEdit} />
    </SettingsCard>
  );
}

/** The site's language, then all languages in the order of their names on this screen. */
function languageOptions(): LanguageOption[] {
  const site = sprintf(
    /* translators: %s: name of a language. */
    __('Site language (%s)', 'altscribe'),
    languageNameOf(settingsBootData.siteLanguage),
  );
  return [{ value: '', label: site }, ...listLanguageOptions()];
}
