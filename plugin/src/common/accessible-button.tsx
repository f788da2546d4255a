import { Button } from '@wordpress/components';
import type { ReactNode, Ref } from 'react';
import { __, sprintf } from '@wordpress/i18n';
import { formatNumber } from './format.ts';
import { OptionalTooltip } from './optional-tooltip.tsx';

/** Any non-empty text. */
type NotEmpty<Text extends string> = Text extends '' ? never : Text;

interface Props<Reason extends string> {
  children: ReactNode;
  onClick?: () => void;
  /** Null if the button is enabled. A disabled button always gives the reason. */
  disabledReason: (Reason & NotEmpty<Reason>) | null;
  /** The id of the element beside the button that shows the reason, so nothing repeats it. */
  reasonId?: string | undefined;
  variant: 'primary' | 'secondary' | 'tertiary' | 'link';
  size?: 'default' | 'compact' | 'small';
  isBusy?: boolean;
  /**
   * For screen readers, if several buttons have the same visible label. It contains that label.
   */
  name?: string;
  /** The key that does the same, such as "E"; for screen readers. */
  shortcut?: string;
  className?: string;
  id?: string;
  type?: 'button' | 'submit';
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A button that tells why it is disabled, and stays focusable while disabled. */
export function AccessibleButton<Reason extends string = string>({
  disabledReason,
  reasonId,
  name,
  shortcut,
  buttonRef,
  ...props
}: Props<Reason>) {
  const reason: string = disabledReason ?? '';
  return (
    <OptionalTooltip text={reasonId === undefined ? reason : ''} className="altscribe-tooltip">
      <Button
        {...props}
        ref={buttonRef}
        __next40pxDefaultSize
        disabled={disabledReason !== null}
        accessibleWhenDisabled
        aria-label={name}
        aria-keyshortcuts={shortcut}
        {...(reasonId === undefined ? { description: reason } : { 'aria-describedby': reasonId })}
      />
    </OptionalTooltip>
  );
}

/** The name of an image's field. It contains the visible label. */
export function fieldName({ number }: { number: number }, isSuggestion: boolean): string {
  const shown = formatNumber(number);
  return isSuggestion
    ? /* translators: %s: number of an image. The name must begin with the translation of "Suggested alt text". */
      sprintf(__('Suggested alt text for image %s', 'altscribe'), shown)
    : /* translators: %s: number of an image. The name must begin with the translation of "Alt text". */
      sprintf(__('Alt text for image %s', 'altscribe'), shown);
}

/** A button that each image in a list has. */
export type ImageButton =
  | 'generate'
  | 'rewrite'
  | 'edit'
  | 'check'
  | 'apply'
  | 'save'
  | 'dismiss'
  | 'cancel'
  | 'regenerate'
  | 'shorter'
  | 'detailed'
  | 'retry'
  | 'upload'
  | 'menu'
  | 'decorative'
  | 'library'
  | 'skip';

/**
 * The accessible name of a button, which names its image. It contains the visible label, so users
 * of voice control can press the button by that label.
 */
export function buttonName(button: ImageButton, { number }: { number: number }): string {
  const shown = formatNumber(number);
  switch (button) {
    case 'generate':
      /* translators: %s: number of an image. The name must contain the translation of "Generate alt text". */
      return sprintf(__('Generate alt text for image %s', 'altscribe'), shown);
    case 'rewrite':
      /* translators: %s: number of an image. The name must contain the translation of "Rewrite". */
      return sprintf(__('Rewrite alt text of image %s', 'altscribe'), shown);
    case 'edit':
      /* translators: %s: number of an image. The name must contain the translation of "Edit". */
      return sprintf(__('Edit alt text of image %s', 'altscribe'), shown);
    case 'check':
    case 'apply':
      /* translators: %s: number of an image. The name must contain the translation of "Accept". */
      return sprintf(__('Accept alt text of image %s', 'altscribe'), shown);
    case 'save':
      /* translators: %s: number of an image. The name must contain the translation of "Save". */
      return sprintf(__('Save alt text of image %s', 'altscribe'), shown);
    case 'dismiss':
      /* translators: %s: number of an image. The name must contain the translation of "Reject". */
      return sprintf(__('Reject alt text of image %s', 'altscribe'), shown);
    case 'cancel':
      /* translators: %s: number of an image. The name must contain the translation of "Cancel". */
      return sprintf(__('Cancel edit of image %s', 'altscribe'), shown);
    case 'regenerate':
      /* translators: %s: number of an image. The name must contain the translation of "Rewrite". */
      return sprintf(__('Rewrite suggestion for image %s', 'altscribe'), shown);
    case 'shorter':
      /* translators: %s: number of an image. The name must contain the translation of "Shorter". */
      return sprintf(__('Shorter for image %s', 'altscribe'), shown);
    case 'detailed':
      /* translators: %s: number of an image. The name must contain the translation of "More detail". */
      return sprintf(__('More detail for image %s', 'altscribe'), shown);
    case 'retry':
      /* translators: %s: number of an image. The name must contain the translation of "Try again". */
      return sprintf(__('Try again for image %s', 'altscribe'), shown);
    case 'upload':
      /* translators: %s: number of an image. The name must contain the translation of "Upload to Media Library". */
      return sprintf(__('Upload to Media Library: image %s', 'altscribe'), shown);
    case 'menu':
      /* translators: %s: number of an image. */
      return sprintf(__('More for image %s', 'altscribe'), shown);
    case 'decorative':
      /* translators: %s: number of an image. The name must contain the translation of "Decorative". */
      return sprintf(__('Decorative: image %s', 'altscribe'), shown);
    case 'library':
      /* translators: %s: number of an image. The name must contain the translation of "Accept". */
      return sprintf(__('Accept media library text for image %s', 'altscribe'), shown);
    case 'skip':
      /* translators: %s: number of an image. The name must contain the translation of "Skip". */
      return sprintf(__('Skip image %s', 'altscribe'), shown);
  }
}
