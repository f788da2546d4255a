import type { ComponentChildren } from 'preact';
import { Form } from './form.tsx';
import { useTexts } from './page-context.ts';
import { SubmitButton } from './submit-button.tsx';

interface ConfirmProps {
  /** What the button does: "Revoke". */
  readonly submit: string;
  /** Where "Cancel" leads. */
  readonly cancelPath: string;
  /** Says what will be lost; may hold hidden fields. */
  readonly children: ComponentChildren;
}

/** Asks once before something is lost, on a page of its own, so that it needs no script. */
export function Confirm({ submit, cancelPath, children }: ConfirmProps) {
  const { confirm } = useTexts();
  return (
    <Form class="confirm">
      {children}
      <div class="actions">
        <SubmitButton kind="danger">{submit}</SubmitButton>
        <a href={cancelPath}>{confirm.cancel}</a>
      </div>
    </Form>
  );
}
