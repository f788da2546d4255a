import { usePageContext } from '../../components/page-context.ts';
import { Time } from '../../components/time.tsx';
import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';

/** By what its owner recognises a key, and how much depends on it. */
export function KeyFacts({ apiKey, calls }: { readonly apiKey: ApiKey; readonly calls: number }) {
  const { texts, formats } = usePageContext();
  const { columns } = texts.keys;
  return (
    <dl class="facts">
      <div>
        <dt>{columns.key}</dt>
        <dd>
          <code>••••{apiKey.last4}</code>
        </dd>
      </div>
      <div>
        <dt>{columns.lastUsed}</dt>
        <dd>
          <Time at={apiKey.last_used_at} />
        </dd>
      </div>
      <div>
        <dt>{columns.calls}</dt>
        <dd>{formats.number(calls)}</dd>
      </div>
    </dl>
  );
}
