import type { ComponentChildren } from 'preact';
import { SubmitButton } from './submit-button.tsx';

interface FilterFormProps {
  /** The path of the page. */
  readonly path: string;
  readonly submit: string;
  /** What the page keeps besides: names and values. */
  readonly keep?: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
}

/** Fields that choose what a page shows. It changes nothing, so what was chosen is in the address. */
export function FilterForm({ path, submit, keep = {}, children }: FilterFormProps) {
  return (
    <form method="get" action={path} class="filter">
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <SubmitButton kind="secondary">{submit}</SubmitButton>
    </form>
  );
}
