import { Button } from '@wordpress/components';
import { useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { buttonName } from '../components/image-label.ts';
import type { EditorImage } from '../post/editor-image.ts';

/** Three lines of a text, and a button that shows the rest of a longer one. */
export function ClampedText({ text, image }: { text: string; image: EditorImage }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isLong, setIsLong] = useState(false);
  const paragraph = useRef<HTMLParagraphElement>(null);

  useLayoutEffect(() => {
    const element = paragraph.current;
    if (element && !isOpen) {
      setIsLong(element.scrollHeight > element.clientHeight + 1);
    }
  }, [text, isOpen]);

  return (
    <>
      <p
        ref={paragraph}
        dir="auto"
        className={isOpen ? 'altscribe-text' : 'altscribe-text is-clamped'}
      >
        {text}
      </p>
      {isLong && (
        <Button
          variant="link"
          aria-expanded={isOpen}
          aria-label={buttonName(isOpen ? 'less' : 'more', image)}
          onClick={() => {
            setIsOpen(!isOpen);
          }}
        >
          {isOpen ? __('Show less', 'altscribe') : __('Show more', 'altscribe')}
        </Button>
      )}
    </>
  );
}
