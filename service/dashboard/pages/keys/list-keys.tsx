import { expiries } from '../../../accounts/api-keys.ts';
import { ownerPath } from '../../../accounts/dashboard-paths.ts';
import { keyUsageDays, type ApiKey, type KeyUsage } from '../../../storage/interfaces/api-keys.ts';
import { Sparkline } from '../../components/bar-chart.tsx';
import { DataTable, EmptyState, Pager } from '../../components/data-table.tsx';
import { Fact, Facts, Time } from '../../components/facts.tsx';
import { Field, Form, Select, SubmitButton } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { OneUse } from '../../one-use-form.tsx';
import type { FieldErrors } from '../../protection/form.ts';
import { pageOf, renderPage } from '../../render.tsx';
import type { DashboardDeps, DashboardRoute, PageContext } from '../../state.ts';
import {
  inOrder,
  keysOfOwner,
  keysPath,
  keyState,
  ownKeys,
  works,
  type KeyScope,
} from './key-state.ts';

/** The submitted values and their errors. */
interface KeyFormValues {
  readonly name?: string;
  readonly user?: string;
  readonly expiry?: string;
  readonly errors?: FieldErrors;
}

/** The form that creates a key. */
function KeyForm({
  name = '',
  user = '',
  expiry = 'never',
  errors = {},
  users,
}: KeyFormValues & { readonly users: readonly string[] }) {
  const { keys } = usePageContext().texts;
  return (
    <section>
      <h2>{keys.createTitle}</h2>
      <Form action={keysPath}>
        <OneUse />
        <Field
          name="name"
          label={keys.name}
          description={keys.nameDescription}
          value={name}
          maxLength={100}
          autocomplete="off"
          error={errors['name']}
        />
        {(users.length > 1 || user !== '') && (
          <Field
            name="user"
            label={keys.onlyFor}
            description={keys.onlyForDescription}
            value={user}
            suggestions={users}
            autocomplete="off"
            optional
            error={errors['user']}
          />
        )}
        <ExpiryField label={keys.expiry} value={expiry} error={errors['expiry']} />
        <SubmitButton>{keys.create}</SubmitButton>
      </Form>
    </section>
  );
}

interface ExpiryFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
}

/** The choice of a new key's lifetime. */
export function ExpiryField(props: ExpiryFieldProps) {
  const { keys } = usePageContext().texts;
  const options = expiries.map((value) => ({ value, label: keys.expiries[value] }));
  return <Select name="expiry" options={options} {...props} />;
}

/** Calls of one key, by day, oldest first. */
interface KeyCalls {
  readonly byDay: readonly number[];
  readonly total: number;
  /** The day with the most calls, as `2026-11-20`; nothing if there were none. */
  readonly busiest: { readonly day: string; readonly calls: number } | undefined;
}

/** Calls of a key on the 30 days that end with `today`. */
export function callsOfKey(usage: readonly KeyUsage[], keyId: string, today: string): KeyCalls {
  const mine = new Map(
    usage.filter(({ key_id: id }) => id === keyId).map(({ day, calls }) => [day, calls]),
  );
  const days = Array.from({ length: keyUsageDays }, (_, index) => {
    const day = new Date(today);
    day.setUTCDate(day.getUTCDate() - keyUsageDays + 1 + index);
    return day.toISOString().slice(0, 10);
  });
  const counted = days.map((day) => ({ day, calls: mine.get(day) ?? 0 }));
  const most = counted.reduce((best, one) => (one.calls > best.calls ? one : best));
  return {
    byDay: counted.map(({ calls }) => calls),
    total: counted.reduce((sum, { calls }) => sum + calls, 0),
    busiest: most.calls > 0 ? most : undefined,
  };
}

interface KeyCellProps {
  readonly apiKey: ApiKey;
  readonly now: string;
}

/** "Active", or what ends or ended the key, and when. */
function KeyStateText({ apiKey, now }: KeyCellProps) {
  const { states } = usePageContext().texts.keys;
  const state = keyState(apiKey, now);
  const until = state === 'revoked' ? apiKey.revoked_at : apiKey.expires_at;
  return (
    <span class={`state state-${state}`}>
      {states[state]} {state !== 'active' && <Time at={until} />}
    </span>
  );
}

/** Calls in 30 days as a number and, if there were any, as a plot. */
function CallsCell({ calls: { byDay, total, busiest } }: { calls: KeyCalls }) {
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

/** The actions for a working key. */
function KeyLinks({ apiKey, now, path }: KeyCellProps & { readonly path: string }) {
  const { quoted, rotate, revoke } = usePageContext().texts.keys;
  if (!works(apiKey, now)) return null;
  const name = <span class="visually-hidden"> {quoted(apiKey.name)}</span>;
  return (
    <span class="actions">
      <a href={`${path}/${encodeURIComponent(apiKey.id)}/rotate`}>
        {rotate.submit}
        {name}
      </a>
      <a href={`${path}/${encodeURIComponent(apiKey.id)}/revoke`}>
        {revoke.submit}
        {name}
      </a>
    </span>
  );
}

/** The details by which its owner recognises a key, and its usage. */
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

const keysOnPage = 15;

/** The number of users that are suggested; others can be typed. */
const usersSuggested = 100;

/** The page "Keys". */
export const listKeys: DashboardRoute = {
  method: 'GET',
  path: keysPath,
  access: 'owner',
  navigation: 'keys',
  handle: (ctx, deps) => showKeys(ctx, deps, ownKeys),
};

/** The keys of an owner, for operators. */
export const listKeysOfOwner: DashboardRoute = {
  method: 'GET',
  path: keysOfOwner.path,
  access: 'operator',
  handle: (ctx, deps) => showKeys(ctx, deps, keysOfOwner),
};

/** Shows the keys of an owner. `form` contains the submitted values and errors. */
export async function showKeys(
  ctx: PageContext,
  deps: DashboardDeps,
  scope: KeyScope,
  form?: KeyFormValues,
): Promise<void> {
  const { accountStore } = deps;
  const { user_id: ownerId } = await scope.getOwner(ctx, deps);
  const [keys, usage, users] = await Promise.all([
    accountStore.listKeys(ownerId),
    accountStore.listKeyUsage(ownerId),
    accountStore.listUsers(ownerId, { limit: usersSuggested }),
  ]);
  const now = new Date().toISOString();
  const { items, newest, older } = pageOf(inOrder(keys, now), ctx, keysOnPage);
  const { keys: own, owners } = ctx.state.texts;
  const isOwn = scope === ownKeys;
  const { title, intro, empty } = isOwn ? own : owners.keys;
  renderPage(
    ctx,
    {
      title: typeof title === 'string' ? title : title(ownerId),
      current: scope.current,
      hasErrors: form !== undefined,
    },
    <>
      <p class="actions">
        <span>{intro}</span>
        {!isOwn && <a href={ownerPath(ownerId)}>{owners.invitation.back}</a>}
      </p>
      {keys.length === 0 && <EmptyState text={empty} />}
      {items.length > 0 && (
        <KeyTable keys={items} usage={usage} now={now} path={scope.listPath(ownerId)} />
      )}
      <Pager newest={newest} older={older} />
      {isOwn && <KeyForm {...form} users={users.map(({ user_id: id }) => id)} />}
    </>,
  );
}

/** The name of a key and, if it is limited, the user that it works for. */
function KeyName({ apiKey: { name, user_id: user } }: { readonly apiKey: ApiKey }) {
  const { onlyForUser } = usePageContext().texts.keys;
  if (user === null) return <>{name}</>;
  return (
    <span>
      {name} <span class="quiet">{onlyForUser(user)}</span>
    </span>
  );
}

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly usage: readonly KeyUsage[];
  readonly now: string;
  /** The path of the list. */
  readonly path: string;
}

function KeyTable({ keys, usage, now, path }: KeyTableProps) {
  const { title, columns } = usePageContext().texts.keys;
  const today = now.slice(0, 10);
  return (
    <DataTable
      caption={title}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        { header: columns.name, cell: (key) => <KeyName apiKey={key} /> },
        { header: columns.key, cell: ({ last4 }) => <code class="key-end">••••{last4}</code> },
        { header: columns.state, cell: (key) => <KeyStateText apiKey={key} now={now} /> },
        { header: columns.created, cell: (key) => <Time at={key.created_at} /> },
        { header: columns.lastUsed, cell: (key) => <Time at={key.last_used_at} /> },
        {
          header: columns.calls,
          isNumber: true,
          cell: ({ id }) => <CallsCell calls={callsOfKey(usage, id, today)} />,
        },
        { header: columns.actions, cell: (key) => <KeyLinks apiKey={key} now={now} path={path} /> },
      ]}
    />
  );
}
