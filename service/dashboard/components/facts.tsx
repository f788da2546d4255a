import type { ComponentChildren } from 'preact';
import { isUnlimited } from '../../accounts/accounts.ts';
import type { Account } from '../../storage/interfaces/accounts.ts';
import { usePageContext, useTexts } from './page-context.ts';

interface NoticeProps {
  readonly kind: 'success' | 'error' | 'info';
  readonly children: ComponentChildren;
}

/** A notice that screen readers announce immediately. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** A number in the format of the page's language. */
export function FormattedNumber({ value }: { readonly value: number }) {
  return <>{usePageContext().formats.number(value)}</>;
}

interface CreditsProps {
  readonly account: Account;
}

/** The credits of an account, for a table. */
export function Credits({ account }: CreditsProps) {
  const { unlimited } = useTexts().history;
  return isUnlimited(account) ? (
    <>{unlimited}</>
  ) : (
    <FormattedNumber value={account.credits_available} />
  );
}

/** "47 credits · plan pro", or "Unlimited credits · plan unlimited" */
export function Balance({ account }: CreditsProps) {
  const { balance, plan, unlimitedBalance } = useTexts().history;
  const credits = isUnlimited(account) ? unlimitedBalance : balance(account.credits_available);
  return (
    <span>
      {credits} · {plan(account.plan_type)}
    </span>
  );
}

interface TimeProps {
  /** In ISO 8601; null for an event that hasn't happened. */
  readonly at: string | null;
}

/**
 * A relative time, with the exact time on hover and for screen readers: in UTC, or in the reader's
 * time zone if scripts run.
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

/** A value to copy. The button appears if scripts run; the value can always be selected. */
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

/** Lines for `wp-config.php` that connect the plugin. The key is left to be filled in. */
export function wpConfig(address: string, userId: string): string {
  return [
    `define( 'ALTSCRIBE_SERVICE_URL', ${phpString(address)} );`,
    `define( 'ALTSCRIBE_API_KEY', 'alt_…' );`,
    `define( 'ALTSCRIBE_ACCOUNT', ${phpString(userId)} );`,
  ].join('\n');
}

/** A command that requests a user's plan and credits, which is free. */
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

/** Quotes text as one word for a POSIX shell. */
function shellString(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

interface DetailsProps {
  /** Whether a heading, such as that of a column, already names the content. */
  readonly hasHeading?: boolean;
  readonly children: ComponentChildren;
}

/** Details that most readers do not need. They are hidden until opened. */
export function Details({ hasHeading = false, children }: DetailsProps) {
  const { title, show } = useTexts().details;
  return (
    <details>
      <summary>{hasHeading ? show : title}</summary>
      {children}
    </details>
  );
}

/** A list of names and values. */
export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

/** One entry of the list. */
export function Fact(props: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
