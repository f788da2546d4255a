import { usePageContext } from './page-context.ts';

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
