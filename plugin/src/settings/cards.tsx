import {
  CheckboxControl,
  ComboboxControl,
  RadioControl,
  TextareaControl,
} from '@wordpress/components';
import { useMemo, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { SettingLock, StyleEntry, WriteTo } from '../common/api.ts';
import {
  type LanguageOption,
  languageNameOf,
  listLanguageOptions,
} from '../common/language-options.ts';
import { formatNumber } from '../common/format.ts';
import { settingsBootData } from './boot-data.ts';
import { CountField, Field, helpWithError, RoleChoice, SettingsCard } from './field.tsx';
import type { FieldErrors, Form } from './form.ts';

interface WritingProps {
  form: Form;
  error: string | undefined;
  lock: SettingLock;
  onEdit: (part: Partial<Form>) => void;
}

export function WritingCard({ form, error, lock, onEdit }: WritingProps) {
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

interface StyleProps {
  form: Form;
  error: string | undefined;
  onEdit: (part: Partial<Form>) => void;
}

/** The longest "How we write". */
const longestStyle = 500;

/** How the site writes: for all languages, or for those that need words of their own. */
export function StyleCard({ form: { style }, error, onEdit }: StyleProps) {
  const [language, setLanguage] = useState('');
  const options = useMemo(() => styleLanguages(style), [style]);
  const empty: StyleEntry = { language, how: '', glossary: '' };
  const entry = style.find((one) => one.language === language) ?? empty;
  const edit = (part: Partial<StyleEntry>) => {
    const edited = { ...entry, ...part };
    const others = style.filter((one) => one.language !== language);
    const isEmpty = edited.how.trim() === '' && edited.glossary.trim() === '';
    onEdit({ style: isEmpty ? others : [...others, edited] });
  };
  const { how, glossary } = settingsBootData.networkStyle;
  return (
    <SettingsCard title={__('Style', 'altscribe')}>
      <ComboboxControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        label={__('Applies to', 'altscribe')}
        help={__('Instructions for a language replace those for all languages.', 'altscribe')}
        allowReset={false}
        options={options}
        value={language}
        onChange={(chosen) => {
          setLanguage(chosen ?? '');
        }}
      />
      <TextareaControl
        __nextHasNoMarginBottom
        label={__('How we write', 'altscribe')}
        help={sprintf(
          /* translators: 1: number of characters, 2: most characters. */
          __('Guides wording and tone only. %1$s / %2$s', 'altscribe'),
          formatNumber(entry.how.length),
          formatNumber(longestStyle),
        )}
        dir="auto"
        maxLength={longestStyle}
        placeholder={how || __('Plain words. We say “people”, not “users”.', 'altscribe')}
        value={entry.how}
        onChange={(typed) => {
          edit({ how: typed });
        }}
      />
      <TextareaControl
        __nextHasNoMarginBottom
        label={__('Glossary', 'altscribe')}
        help={helpWithError(
          __('One pair per line, up to 30: the word to use → the word to avoid.', 'altscribe'),
          error,
        )}
        aria-invalid={error !== undefined}
        dir="auto"
        placeholder={glossary || __('e-bike → pedelec', 'altscribe')}
        value={entry.glossary}
        onChange={(typed) => {
          edit({ glossary: typed });
        }}
      />
    </SettingsCard>
  );
}

/** "All languages", then those with an entry, then the others. */
function styleLanguages(style: readonly StyleEntry[]): LanguageOption[] {
  const used = style.map((entry) => entry.language);
  const all = listLanguageOptions();
  const isUsed = ({ value }: LanguageOption) => used.includes(value);
  return [
    { value: '', label: __('All languages', 'altscribe') },
    ...all.filter(isUsed).map(({ value, label }) => ({ value, label: `${label} ✓` })),
    ...all.filter((option) => !isUsed(option)),
  ];
}

interface LimitsProps {
  form: Form;
  errors: FieldErrors;
  onEdit: (part: Partial<Form>) => void;
}

/** Limits: which users may spend credits, and how many. */
export function LimitsCard({ form, errors, onEdit }: LimitsProps) {
  return (
    <SettingsCard title={__('Limits', 'altscribe')}>
      <RadioControl
        label={__('Who can generate', 'altscribe')}
        selected={form.limit_roles ? 'some' : 'all'}
        options={[
          { value: 'all', label: __('Anyone who can edit the content', 'altscribe') },
          { value: 'some', label: __('Only administrators and these roles', 'altscribe') },
        ]}
        onChange={(value) => {
          onEdit({ limit_roles: value === 'some' });
        }}
      />
      {form.limit_roles && (
        <RoleChoice
          legend={__('Roles that can generate', 'altscribe')}
          roles={settingsBootData.generatingRoles}
          chosen={form.generate_roles}
          onChange={(generate_roles) => {
            onEdit({ generate_roles });
          }}
          help={__(
            'Other users still see the checks and can write alt text themselves.',
            'altscribe',
          )}
        />
      )}
      <CountField
        label={__('Daily credit limit', 'altscribe')}
        value={form.daily_credit_limit}
        onChange={(daily_credit_limit) => {
          onEdit({ daily_credit_limit });
        }}
        help={__('Maximum credits per day. 0 means no limit.', 'altscribe')}
        error={errors.daily_credit_limit}
      />
      <CountField
        label={__('Low-credit alert', 'altscribe')}
        value={form.low_credits_at}
        onChange={(low_credits_at) => {
          onEdit({ low_credits_at });
        }}
        help={__(
          'Administrators are notified once when this many credits or fewer are left. 0 turns the alert off.',
          'altscribe',
        )}
        error={errors.low_credits_at}
      />
    </SettingsCard>
  );
}

interface NewTextsProps {
  form: Form;
  onEdit: (part: Partial<Form>) => void;
}

/** The settings for new texts. */
export function NewTexts({ form, onEdit }: NewTextsProps) {
  return (
    <>
      <RadioControl
        label={__('Where to save new texts', 'altscribe')}
        selected={form.write_to}
        options={[
          {
            value: 'block',
            label: __('In the post', 'altscribe'),
            description: __('Other posts with the same image keep their own text.', 'altscribe'),
          },
          {
            value: 'library',
            label: __('In the media library', 'altscribe'),
            description: __('For posts that use the image from now on.', 'altscribe'),
          },
          { value: 'both', label: __('In both', 'altscribe') },
        ]}
        onChange={(value) => {
          onEdit({ write_to: value as WriteTo });
        }}
      />
      <CheckboxControl
        __nextHasNoMarginBottom
        label={__('Review texts before they are used', 'altscribe')}
        checked={form.review_new_texts}
        onChange={(review_new_texts) => {
          onEdit({ review_new_texts });
        }}
      />
      <CheckboxControl
        __nextHasNoMarginBottom
        label={__('Use the names of people in the metadata of photos', 'altscribe')}
        help={__(
          'The names are sent with the image, so the AI can say who is in it. Make sure these people agree.',
          'altscribe',
        )}
        checked={form.send_names}
        onChange={(send_names) => {
          onEdit({ send_names });
        }}
      />
      <CheckboxControl
        __nextHasNoMarginBottom
        label={__('Generate alt text for images when they are uploaded', 'altscribe')}
        help={__(
          'In the background, one credit each. Only for uploads by users who can generate.',
          'altscribe',
        )}
        checked={form.generate_on_upload}
        onChange={(generate_on_upload) => {
          onEdit({ generate_on_upload });
        }}
      />
      {form.generate_on_upload && (
        <CheckboxControl
          __nextHasNoMarginBottom
          label={__('Include uploads without a signed-in user', 'altscribe')}
          help={__(
            'From visitor forms and scheduled imports. Anyone who can upload there uses your credits.',
            'altscribe',
          )}
          checked={form.visitor_uploads}
          onChange={(visitor_uploads) => {
            onEdit({ visitor_uploads });
          }}
        />
      )}
      <RoleChoice
        legend={__('Require alt text before publishing', 'altscribe')}
        roles={settingsBootData.roles}
        chosen={form.lock_publishing_roles}
        onChange={(lock_publishing_roles) => {
          onEdit({ lock_publishing_roles });
        }}
        help={__(
          'Users with these roles can publish a post only when every image has alt text or is marked as decorative. Administrators can always publish.',
          'altscribe',
        )}
      />
      {form.lock_publishing_roles.length > 0 && (
        <CheckboxControl
          __nextHasNoMarginBottom
          label={__('Also require that AI texts have been checked', 'altscribe')}
          help={__('A text is checked when a person accepts or edits it.', 'altscribe')}
          checked={form.lock_until_read}
          onChange={(lock_until_read) => {
            onEdit({ lock_until_read });
          }}
        />
      )}
    </>
  );
}
