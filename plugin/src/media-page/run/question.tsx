import { Button } from '@wordpress/components';
import { useEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';

interface Props {
  text: string;
  /** Label of the button that goes on. */
  yes: string;
  isDestructive?: boolean;
  /** What else can be chosen. */
  children?: ReactNode;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before something that costs. It takes the focus; what closes it hands the focus on. */
export function Question({ text, yes, isDestructive = false, children, onYes, onNo }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const cancel = useRef(onNo);
  cancel.current = onNo;

  useEffect(() => {
    const group = element.current;
    const cancelOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        cancel.current();
      }
    };
    group?.focus();
    group?.addEventListener('keydown', cancelOnEscape);
    return () => {
      group?.removeEventListener('keydown', cancelOnEscape);
    };
  }, []);

  return (
    <div ref={element} role="group" aria-label={text} tabIndex={-1} className="altscribe-question">
      <p>{text}</p>
      {children}
      <div className="altscribe-panel__buttons">
        <Button variant="primary" size="compact" isDestructive={isDestructive} onClick={onYes}>
          {yes}
        </Button>
        <Button variant="tertiary" size="compact" onClick={onNo}>
          {__('Cancel', 'altscribe')}
        </Button>
      </div>
    </div>
  );
}
