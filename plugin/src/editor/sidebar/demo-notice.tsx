import { Button, Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';

/** Says that no model writes the texts. Only the demo loads it. */
export function DemoNotice() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Notice status="info" isDismissible={false} spokenMessage="">
      {__('Demo: no AI model is connected, so texts only name shape and colours.', 'altscribe')}{' '}
      <Button variant="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {__('How to connect one', 'altscribe')}
      </Button>
      {isOpen && (
        <p className="altscribe-demo-help">
          {__(
            'Stop the demo and start it with OPENAI_API_KEY, GEMINI_API_KEY or OPENAI_BASE_URL set.',
            'altscribe',
          )}
        </p>
      )}
    </Notice>
  );
}
