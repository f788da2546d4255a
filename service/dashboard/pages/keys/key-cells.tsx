import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';
import { usePageContext } from '../../components/page-context.ts';
import { Sparkline } from '../../components/sparkline.tsx';
import { Time } from '../../components/time.tsx';
import type { KeyCalls } from './key-calls.ts';
import { keyState, works } from './key-state.ts';
import { keyPath } from './paths.ts';

interface KeyCellProps {
  readonly apiKey: ApiKey;
  readonly now: string;
}

/** "Active", or what ends or ended the key, and when. */
export function KeyStateText({ apiKey, now }: KeyCellProps) {
  const { states } = usePageContext().texts.keys;
  const state = keyState(apiKey, now);
  const until = state === 'revoked' ? apiKey.revoked_at : apiKey.expires_at;
  return (
    <span class={`state state-${state}`}>
      {states[state]} {state !== 'active' && <Time at={until} />}
    </span>
  );
}

/** Calls of 30 days as a number and, where there were any, as a plot. */
export function CallsCell({ calls: { byDay, total, busiest } }: { calls: KeyCalls }) {
  const { texts, formats } = usePageContext();
  if (!busiest) return <>{formats.number(0)}</>;
  const most = texts.keys.busiest(
    formats.number(busiest.calls),
    formats.day(new Date(busiest.day)),
  );
  return (
    <span class="sparkline-cell">
      <Sparkline values={byDay} label={`${texts.keys.callsInDays(total)}, ${most}`} />
      <span aria-hidden="true">{formats.number(total)}</span>
    </span>
  );
}

/** What can be done with a key that works. */
export function KeyLinks({ apiKey, now }: KeyCellProps) {
  const { quoted, rotate, revoke } = usePageContext().texts.keys;
  if (!works(apiKey, now)) return null;
  const name = <span class="visually-hidden"> {quoted(apiKey.name)}</span>;
  return (
    <span class="actions">
      <a href={keyPath(apiKey.id, 'rotate')}>
        {rotate.submit}
        {name}
      </a>
      <a href={keyPath(apiKey.id, 'revoke')}>
        {revoke.submit}
        {name}
      </a>
    </span>
  );
}
