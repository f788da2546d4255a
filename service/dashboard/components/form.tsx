import type { ComponentChildren } from 'preact';
import { formTokenField } from '../protection/form-token-field.ts';
import { usePageContext } from './page-context.ts';

interface FormProps {
  /** The path that it is sent to; without one, that of the page. */
  readonly action?: string;
  readonly class?: string;
  /** A question to be asked before it is sent, where scripts run. */
  readonly confirm?: string;
  readonly children: ComponentChildren;
}

/** A form that changes something: it is sent by POST, and carries the token of this browser. */
export function Form({ action, confirm, class: className, children }: FormProps) {
  const { formToken, path } = usePageContext();
  return (
    <form method="post" action={action ?? path} class={className} data-confirm={confirm} novalidate>
      <input type="hidden" name={formTokenField} value={formToken} />
      {children}
    </form>
  );
}
