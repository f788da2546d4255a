import { ComboboxControl } from '@wordpress/components';
import { useMemo } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { listLanguageOptions, type LanguageOption } from '../common/language-options.ts';
import { Field } from './field.tsx';
import type { Form } from './form.ts';
import { SettingsCard } from './settings-card.tsx';

declare global {
  interface Window {
    /** What PHP hands to the settings page. */
    altscribeSettings?: { siteLanguage: { code: string; name: string } };
  }
}

interface Props {
  form: Form;
  error: string | undefined;
  isLocked: boolean;
  onEdit: (part: Partial<Form>) => void;
}

export function WritingCard({ form, error, isLocked, onEdit }: Props) {
  const options = useMemo(languageOptions, []);
  if (isLocked) {
    const option = options.find(({ value }) => value === form.language);
    return (
      <SettingsCard title={__('Writing', 'altscribe')}>
        <Field
          label={__('Language', 'altscribe')}
          type="text"
          value={option?.label ?? form.language}
          onChange={() => undefined}
          help=""
          error={error}
          isLocked
        />
      </SettingsCard>
    );
  }
  return (
    <SettingsCard title={__('Writing', 'altscribe')}>
      <ComboboxControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={__('Language', 'altscribe')}
        help={error ?? __('The language alt text is written in.', 'altscribe')}
        allowReset={false}
        options={options}
        value={form.language}
        onChange={(language) => {
          onEdit({ language: language ?? '' });
        }}
      />
    </SettingsCard>
  );
}

/** The site's language, then all languages in the order of their names on this screen. */
function languageOptions(): LanguageOption[] {
  const site = sprintf(
    /* translators: %s: name of a language. */
    __('Site language (%s)', 'altscribe'),
    window.altscribeSettings?.siteLanguage.name ?? 'English',
  );
  return [{ value: '', label: site }, ...listLanguageOptions()];
}
