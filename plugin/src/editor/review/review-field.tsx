import { TextareaControl } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { useEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { lengthText } from '../../common/length-text.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';

interface Props {
  image: EditorImage;
  text: string;
  /** Undefined while there is no text to accept. */
  onAccept: (() => void) | undefined;
  onCancel: () => void;
}

/** The text under review as a field. An alt text has one line: Enter accepts here, too. */
export function ReviewField({ image: { target }, text, onAccept, onCancel }: Props) {
  const { editSuggestion } = useDispatch(store);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <TextareaControl
      __nextHasNoMarginBottom
      ref={field}
      label={__('Alt text', 'altscribe')}
      help={lengthText(text)}
      dir="auto"
      rows={4}
      value={text}
      onChange={(typed) => void editSuggestion(target, typed)}
      onKeyDown={(event) => {
        const run = { Enter: onAccept, Escape: onCancel }[event.key];
        if (run && !event.nativeEvent.isComposing) {
          event.preventDefault();
          event.stopPropagation();
          run();
        }
      }}
    />
  );
}
