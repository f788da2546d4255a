import type { ComponentChildren } from 'preact';

interface NoticeProps {
  readonly kind: 'success' | 'error' | 'info';
  readonly children: ComponentChildren;
}

/** What has happened, said to screen readers at once. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
