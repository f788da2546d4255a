import type { KeyUsage } from '../../../storage/interfaces/key-usage.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { Pager } from '../../components/pager.tsx';
import { getOwner } from '../../get-signed-in.ts';
import { pageOf } from '../../page-of.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import type { DashboardContext, DashboardDeps } from '../../state.ts';
import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';
import { callsOfKey } from './key-calls.ts';
import { CallsCell, KeyLinks, KeyStateText } from './key-cells.tsx';
import { KeyForm, type KeyFormValues } from './key-form.tsx';
import { inOrder } from './key-state.ts';
import { Time } from '../../components/time.tsx';
import { keysPath } from './paths.ts';

const keysOnPage = 15;

/** The page "Keys". */
export const listKeys: DashboardRoute = {
  method: 'GET',
  path: keysPath,
  access: 'owner',
  navigation: 'keys',
  handle: showKeys,
};

/** Shows the keys of the owner; with `form`, the form to make one as it was sent, and what is wrong. */
export async function showKeys(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  form?: KeyFormValues,
): Promise<void> {
  const { user_id: ownerId } = getOwner(ctx);
  const [keys, usage] = await Promise.all([
    accountStore.listKeys(ownerId),
    accountStore.listKeyUsage(ownerId),
  ]);
  const now = new Date().toISOString();
  const { items, newest, older } = pageOf(inOrder(keys, now), ctx, keysOnPage);
  const { title, intro, empty } = ctx.state.texts.keys;
  renderPage(
    ctx,
    { title, current: 'keys', hasErrors: form !== undefined },
    <>
      <p>{intro}</p>
      {keys.length === 0 && <EmptyState text={empty} />}
      {items.length > 0 && <KeyTable keys={items} usage={usage} now={now} />}
      <Pager newest={newest} older={older} />
      <KeyForm {...form} />
    </>,
  );
}

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly usage: readonly KeyUsage[];
  readonly now: string;
}

function KeyTable({ keys, usage, now }: KeyTableProps) {
  const { title, columns } = usePageContext().texts.keys;
  const today = now.slice(0, 10);
  return (
    <DataTable
      caption={title}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        { header: columns.name, cell: ({ name }) => name },
        { header: columns.key, cell: ({ last4 }) => <code class="key-end">••••{last4}</code> },
        { header: columns.state, cell: (key) => <KeyStateText apiKey={key} now={now} /> },
        { header: columns.created, cell: (key) => <Time at={key.created_at} /> },
        { header: columns.lastUsed, cell: (key) => <Time at={key.last_used_at} /> },
        {
          header: columns.calls,
          isNumber: true,
          cell: ({ id }) => <CallsCell calls={callsOfKey(usage, id, today)} />,
        },
        { header: columns.actions, cell: (key) => <KeyLinks apiKey={key} now={now} /> },
      ]}
    />
  );
}
