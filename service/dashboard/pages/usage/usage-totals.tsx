import { usePageContext } from '../../components/page-context.ts';
import type { Counts } from './periods.ts';

/** The sums of a period. */
export function UsageTotals({ total }: { readonly total: Counts }) {
  const { texts, formats } = usePageContext();
  const { counts } = texts.usage;
  const shown = ['calls', 'credits', 'fallbacks', 'cached', 'failures'] as const;
  return (
    <dl class="totals">
      {shown.map((name) => (
        <div key={name}>
          <dt>{counts[name]}</dt>
          <dd>{formats.number(total[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
