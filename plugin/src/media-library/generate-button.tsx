import { __ } from '@wordpress/i18n';
import type { RefObject } from 'react';
import { AccessibleButton } from '../common/accessible-button.tsx';
import { useHasPassed } from '../common/use-has-passed.ts';
import type { AltTextField } from './field.ts';
import { generate } from './requests.ts';
import { useRequestState } from './use-field.ts';

interface Props {
  field: AltTextField;
  hasText: boolean;
  buttonRef: RefObject<HTMLButtonElement>;
}

/** After this many milliseconds it says "Still working…". */
const longRequest = 8_000;

/** Asks for a text. It is the same element in all of its states, so that it keeps the focus. */
export function GenerateButton({ field, hasText, buttonRef }: Props) {
  const { startedAt } = useRequestState(field);
  const isLong = useHasPassed(longRequest, startedAt);
  const name = hasText ? __('Rewrite', 'altscribe') : __('Generate alt text', 'altscribe');
  const progress = isLong ? __('Still working…', 'altscribe') : __('Generating…', 'altscribe');
  const isBusy = startedAt !== null;
  return (
    <AccessibleButton
      buttonRef={buttonRef}
      variant="secondary"
      size="compact"
      isBusy={isBusy}
      disabledReason={isBusy ? progress : null}
      onClick={() => void generate(field)}
    >
      {isBusy ? progress : name}
    </AccessibleButton>
  );
}
