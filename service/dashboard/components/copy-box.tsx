import { useTexts } from './page-context.ts';

interface CopyBoxProps {
  readonly label: string;
  readonly value: string;
  readonly testId?: string;
}

/** A value to be copied. The button appears where scripts run; the value can be selected anywhere. */
export function CopyBox({ label, value, testId }: CopyBoxProps) {
  const { copy } = useTexts();
  return (
    <div class="copy-box" role="group" aria-label={label}>
      <code data-testid={testId}>{value}</code>
      <button
        type="button"
        class="button button-secondary"
        data-copy={value}
        data-copied={copy.copied}
        hidden
      >
        {copy.copy}
      </button>
      <span class="visually-hidden" role="status" />
    </div>
  );
}
