import type { ComponentChildren } from 'preact';

interface SubmitButtonProps {
  /** `danger`, in red, is for the last button before something is lost. */
  readonly kind?: 'primary' | 'secondary' | 'danger';
  readonly name?: string;
  readonly value?: string;
  readonly children: ComponentChildren;
}

/** The button that sends a form. */
export function SubmitButton({ kind = 'primary', children, ...rest }: SubmitButtonProps) {
  return (
    <button type="submit" class={`button button-${kind}`} {...rest}>
      {children}
    </button>
  );
}
