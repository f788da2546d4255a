import { daysLeft } from '../../../accounts/outlook.ts';
import type { RankedAccount } from '../../../storage/interfaces/ranking.ts';
import { Sparkline } from '../../components/bar-chart.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Credits } from '../../components/facts.tsx';
import { usePageContext } from '../../components/page-context.ts';

/** Something to do next. */
export interface NextStep {
  readonly text: string;
  /** The page to do it on; absent if someone else has to do it. */
  readonly link?: { readonly href: string; readonly text: string };
}

/** The next steps, most urgent first. */
export function NextSteps({ steps }: { readonly steps: readonly NextStep[] }) {
  const { nextSteps, nothingToDo } = usePageContext().texts.home;
  return (
    <section>
      <h2>{nextSteps}</h2>
      {steps.length === 0 ? (
        <p class="quiet">{nothingToDo}</p>
      ) : (
        <ul class="next-steps">
          {steps.map(({ text, link }) => (
            <li key={text}>
              {text} {link && <a href={link.href}>{link.text}</a>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  /** A further line. */
  readonly note?: string | undefined;
  /** Its history by day, oldest first, and a sentence about it. */
  readonly history?: { readonly values: readonly number[]; readonly label: string };
}

/** A number, what it means, and its history. */
export function Figure({ name, value, note, history }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {history?.values.some((one) => one > 0) && <Sparkline {...history} />}
        {note !== undefined && <span class="note">{note}</span>}
      </dd>
    </div>
  );
}

interface OutlookTableProps {
  readonly caption: string;
  readonly accounts: readonly RankedAccount[];
  readonly today: string;
  hrefOf(account: RankedAccount): string;
}

/** Accounts with their credits, and for how many days they last. */
export function OutlookTable({ caption, accounts, today, hrefOf }: OutlookTableProps) {
  const { texts } = usePageContext();
  const { columns } = texts.home;
  return (
    <DataTable
      caption={caption}
      rows={accounts}
      keyOf={({ user_id: id }) => id}
      columns={[
        {
          header: columns.account,
          cell: (account) => <a href={hrefOf(account)}>{account.user_id}</a>,
        },
        {
          header: columns.credits,
          isNumber: true,
          cell: (account) => <Credits account={account} />,
        },
        {
          header: columns.lasts,
          isNumber: true,
          cell: (account) => texts.usage.days(daysLeft(account, account, today) ?? 0),
        },
      ]}
    />
  );
}
