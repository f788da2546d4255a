import { CheckboxControl, RadioControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { WriteTo } from '../common/api.ts';
import { settingsBootData } from './boot-data.ts';
import type { Form } from './form.ts';
import { RoleChoice } from './field.tsx';

interface Props {
  form: Form;
  onEdit: (part: Partial<Form>) => void;
}

/** The settings for new texts. */
export function NewTexts({ form, onEdit }: Props) {
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
        label={__('Hold new texts for review', 'altscribe')}
        checked={form.review_new_texts}
        onChange={(review_new_texts) => {
          onEdit({ review_new_texts });
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
    </>
  );
}
