import type { ComponentChildren } from 'preact';

interface EmptyStateProps {
  /** One sentence. */
  readonly text: string;
  /** What ends the emptiness: a link or a form. */
  readonly children?: ComponentChildren;
}

/** What stands where there is nothing yet. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <p>{text}</p>
      {children}
    </div>
  );
}
