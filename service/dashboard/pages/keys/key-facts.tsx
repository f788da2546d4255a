import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { Time } from '../../components/time.tsx';

/** By what its owner recognises a key, and how much depends on it. */
export function KeyFacts({ apiKey, calls }: { readonly apiKey: ApiKey; readonly calls: number }) {
  const { texts, formats } = usePageContext();
  const { columns } = texts.keys;
  return (
    <Facts>
      <Fact name={columns.key}>
        <code>••••{apiKey.last4}</code>
      </Fact>
      <Fact name={columns.lastUsed}>
        <Time at={apiKey.last_used_at} />
      </Fact>
      <Fact name={columns.calls}>{formats.number(calls)}</Fact>
    </Facts>
  );
}
