import type { ComponentChildren } from 'preact';
import { usePageContext, useTexts } from './page-context.ts';

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

/** A number, as people of the page's language write it. */
export function FormattedNumber({ value }: { readonly value: number }) {
  return <>{usePageContext().formats.number(value)}</>;
}

interface TimeProps {
  /** In ISO 8601; null for a time that has not come yet. */
  readonly at: string | null;
}

/**
 * How long ago a time was, with the exact one on hover and for screen readers: in UTC, and where
 * scripts run, in the reader's own zone.
 */
export function Time({ at }: TimeProps) {
  const { texts, formats, now } = usePageContext();
  if (at === null) return <span class="quiet">{texts.time.never}</span>;
  const time = new Date(at);
  const exact = formats.exactTime(time);
  return (
    <time dateTime={at} title={exact}>
      <span data-relative-time="">{formats.relativeTime(time, now)}</span>
      <span class="visually-hidden" data-exact-time="">{` (${exact})`}</span>
    </time>
  );
}

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

/** Lines for `wp-config.php` that connect the plugin. The key itself is left to be filled in. */
export function wpConfig(address: string, userId: string): string {
  return [
    `define( 'ALTSCRIBE_SERVICE_URL', ${phpString(address)} );`,
    `define( 'ALTSCRIBE_API_KEY', 'alt_…' );`,
    `define( 'ALTSCRIBE_ACCOUNT', ${phpString(userId)} );`,
  ].join('\n');
}

/** A command that asks for plan and credits of a user, which costs nothing. */
export function curl(address: string, userId: string): string {
  return [
    `curl ${shellString(`${address}/v1/get-user-details-api`)} \\`,
    `  -H 'x-api-key: alt_…' -H 'content-type: application/json' \\`,
    `  -d ${shellString(JSON.stringify({ user_id: userId }))}`,
  ].join('\n');
}

/** https://www.php.net/manual/en/language.types.string.php#language.types.string.syntax.single */
function phpString(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** One word of a POSIX shell, in which nothing has a meaning of its own. */
function shellString(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Names and their values, one below the other. */
export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

/** One of them. */
export function Fact(props: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
