import { findUserOfOwner } from '../../../accounts/accounts.ts';
import { expiresAt, newApiKey, type Expiry } from '../../../accounts/api-keys.ts';
import { createKeyedMutex } from '../../../concurrency/pending-tasks.ts';
import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';
import { CopyBox, curl, Fact, Facts, Notice, Time, wpConfig } from '../../components/facts.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { serviceAddress } from '../../format.ts';
import { getOwner } from '../../get-signed-in.ts';
import { idOfForm } from '../../one-use-form.tsx';
import { renderPage } from '../../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../../state.ts';
import {
  expirySchema,
  keyNameProblem,
  keysPath,
  noteKeyChange,
  ownKeys,
  type KeyScope,
} from './key-state.ts';
import { showKeys } from './list-keys.tsx';

/** A key created by a form. */
interface MadeKey {
  readonly record: ApiKey;
  /** The key itself; nothing if an earlier submission of the same form created it. */
  readonly key: string | undefined;
}

/** The key that a form requests. */
interface WantedKey {
  readonly ownerId: string;
  readonly name: string;
  readonly expiry: Expiry;
  /** The only user that it works for; null for all. */
  readonly user: string | null;
}

const forms = createKeyedMutex();

/**
 * Creates a key for an owner, once per form.
 * @param store stores the new key
 */
export function makeOnce(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  { ownerId, name, expiry, user }: WantedKey,
  store: (record: ApiKey) => Promise<void>,
): Promise<MadeKey> {
  const id = `key_${idOfForm(ctx, ownerId)}`;
  return forms.runExclusive(id, async () => {
    const keys = await accountStore.listKeys(ownerId);
    const earlier = keys.find((key) => key.id === id);
    if (earlier) return { record: earlier, key: undefined };
    const made = newApiKey(ownerId, name);
    const expires = expiresAt(expiry, made.record.created_at);
    const record = { ...made.record, id, expires_at: expires, user_id: user };
    await store(record);
    return { record, key: made.key };
  });
}

/**
 * Shows a new key, or says that it cannot be shown again.
 * @param scope the pages that it belongs to
 * @param old the current state of the key that it replaces
 */
export function showNewKey(
  ctx: DashboardContext,
  deps: DashboardDeps,
  { key, record }: MadeKey,
  { scope = ownKeys, old }: { readonly scope?: KeyScope; readonly old?: ApiKey | undefined } = {},
): void {
  const { newKey, repeated } = ctx.state.texts.keys;
  const { current } = scope;
  const listPath = scope.listPath(record.owner_id);
  if (key === undefined) {
    ctx.status = 409;
    renderPage(
      ctx,
      { title: repeated.title, current },
      <Repeated name={record.name} listPath={listPath} />,
    );
    return;
  }
  const address = serviceAddress(ctx, deps);
  renderPage(
    ctx,
    { title: newKey.title, current },
    <>
      <NewKey value={key} />
      {old && <OldKey apiKey={old} />}
      <HowToUse address={address} userId={record.user_id ?? record.owner_id} listPath={listPath} />
    </>,
  );
}

/** The key itself, shown once. */
export function NewKey({ value }: { readonly value: string }) {
  const { newKey } = usePageContext().texts.keys;
  return (
    <>
      <CopyBox label={newKey.label} value={value} testId="new-key" />
      <p>
        <strong>{newKey.once}</strong>
      </p>
    </>
  );
}

function OldKey({ apiKey: { last4, expires_at: until } }: { readonly apiKey: ApiKey }) {
  const { newKey } = usePageContext().texts.keys;
  return (
    <p>
      {newKey.oldKey(last4)} <Time at={until} />.
    </p>
  );
}

interface HowToUseProps {
  readonly address: string;
  readonly userId: string;
  readonly listPath: string;
}

function HowToUse({ address, userId, listPath }: HowToUseProps) {
  const { keys, connect } = usePageContext().texts;
  const { newKey, back } = keys;
  return (
    <>
      <h2>{newKey.wordpress}</h2>
      <p>{newKey.settings}</p>
      <Facts>
        <Fact name={connect.serviceUrl}>
          <CopyBox label={connect.serviceUrl} value={address} />
        </Fact>
        <Fact name={connect.accountEmail}>
          <CopyBox label={connect.accountEmail} value={userId} />
        </Fact>
      </Facts>
      <p>{newKey.constants}</p>
      <CopyBox label="wp-config.php" value={wpConfig(address, userId)} />
      <h2>{newKey.curl}</h2>
      <p>{newKey.curlHint}</p>
      <CopyBox label="curl" value={curl(address, userId)} />
      <p>
        <a href={listPath}>{back}</a>
      </p>
    </>
  );
}

/** The message if a form is submitted again. */
function Repeated({ name, listPath }: { readonly name: string; readonly listPath: string }) {
  const { repeated, back } = usePageContext().texts.keys;
  return (
    <>
      <Notice kind="info">{repeated.text(name)}</Notice>
      <p>
        <a href={listPath}>{back}</a>
      </p>
    </>
  );
}

/** Creates a key and shows it directly in the response, so it is never in a URL. */
export const createKey: DashboardRoute = {
  method: 'POST',
  path: keysPath,
  access: 'owner',
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const name = form.get('name').trim();
    const expiry = expirySchema.safeParse(form.get('expiry'));
    const user = form.get('user').trim().toLowerCase();
    const owner = getOwner(ctx).user_id;
    const isKnown = user === '' || (await findUserOfOwner(deps.accountStore, user, owner));
    const errors = {
      ...form.errors,
      name: form.errors['name'] ?? keyNameProblem(name, texts),
      expiry: expiry.success ? undefined : texts.form.notListed,
      user: form.errors['user'] ?? (isKnown ? undefined : texts.keys.unknownUser),
    };
    if (errors.name || errors.user || !expiry.success) {
      ctx.status = 400;
      return showKeys(ctx, deps, ownKeys, { name, user, expiry: form.get('expiry'), errors });
    }
    const wanted = { name, expiry: expiry.data, user: user || null };
    showNewKey(ctx, deps, await createKeyOnce(ctx, deps, wanted));
  },
};

/** Creates a key for the signed-in owner, and logs that. */
export async function createKeyOnce(
  ctx: DashboardContext,
  deps: DashboardDeps,
  wanted: Omit<WantedKey, 'ownerId'>,
): Promise<MadeKey> {
  const ownerId = getOwner(ctx).user_id;
  return makeOnce(ctx, deps, { ...wanted, ownerId }, async (record) => {
    await deps.accountStore.createKey(record);
    await noteKeyChange(ctx, deps, 'key.created', record);
  });
}
