import { expiryLike, hoursAfter } from '../../../accounts/api-keys.ts';
import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';
import { Confirm, Form, Select, SubmitButton } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { OneUse } from '../../one-use-form.tsx';
import type { FieldErrors } from '../../protection/form.ts';
import { notFound, redirectAfterPost, renderPage } from '../../render.tsx';
import type { DashboardContext, DashboardRoute } from '../../state.ts';
import {
  expirySchema,
  getKeyOfPath,
  getWorkingKey,
  graces,
  graceSchema,
  noteKeyChange,
  type KeyScope,
} from './key-state.ts';
import { callsOfKey, ExpiryField, KeyFacts } from './list-keys.tsx';
import { makeOnce, showNewKey } from './new-key.tsx';

/** Warns of the consequences and asks for confirmation. */
const ask = (scope: KeyScope): DashboardRoute => ({
  method: 'GET',
  path: `${scope.path}/:key/revoke`,
  access: scope.access,
  async handle(ctx, deps) {
    const key = await getWorkingKey(ctx, deps, scope);
    const usage = await deps.accountStore.listKeyUsage(key.owner_id);
    const { total } = callsOfKey(usage, key.id, new Date().toISOString().slice(0, 10));
    const { revoke: words } = ctx.state.texts.keys;
    renderPage(
      ctx,
      { title: words.title(key.name), current: scope.current },
      <Confirm submit={words.submit} cancelPath={scope.listPath(key.owner_id)}>
        <p>{words.text}</p>
        <KeyFacts apiKey={key} calls={total} />
      </Confirm>,
    );
  },
});

const revoke = (scope: KeyScope): DashboardRoute => ({
  method: 'POST',
  path: `${scope.path}/:key/revoke`,
  access: scope.access,
  async handle(ctx, deps) {
    const key = await getKeyOfPath(ctx, deps, scope);
    if (key.revoked_at === null) {
      await deps.accountStore.revokeKey(key.id, new Date().toISOString(), key.owner_id);
      await noteKeyChange(ctx, deps, 'key.revoked', key);
    }
    redirectAfterPost(ctx, scope.listPath(key.owner_id), 'keyRevoked');
  },
});

const askHow = (scope: KeyScope): DashboardRoute => ({
  method: 'GET',
  path: `${scope.path}/:key/rotate`,
  access: scope.access,
  async handle(ctx, deps) {
    const key = await getWorkingKey(ctx, deps, scope);
    showForm(ctx, { scope, apiKey: key, grace: '24', expiry: expiryLike(key) });
  },
});

/** Creates the new key and shows it directly in the response, so it is never in a URL. */
const rotate = (scope: KeyScope): DashboardRoute => ({
  method: 'POST',
  path: `${scope.path}/:key/rotate`,
  access: scope.access,
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const key = await getKeyOfPath(ctx, deps, scope);
    const grace = graceSchema.safeParse(form.get('grace'));
    const expiry = expirySchema.safeParse(form.get('expiry'));
    if (!grace.success || !expiry.success) {
      ctx.status = 400;
      const errors = {
        grace: grace.success ? undefined : texts.form.notListed,
        expiry: expiry.success ? undefined : texts.form.notListed,
      };
      showForm(ctx, { scope, apiKey: key, grace: '24', expiry: expiryLike(key), errors });
      return;
    }
    let old: ApiKey | undefined;
    const made = await makeOnce(
      ctx,
      deps,
      { ownerId: key.owner_id, name: key.name, expiry: expiry.data, user: key.user_id },
      async (record) => {
        const worksUntil = hoursAfter(record.created_at, Number(grace.data));
        old = await deps.accountStore.rotateKey(key.id, record, worksUntil);
        if (!old) throw notFound();
        await noteKeyChange(ctx, deps, 'key.rotated', record, { old_last4: old.last4 });
      },
    );
    showNewKey(ctx, deps, made, { scope, old });
  },
});

/** The routes that rotate or revoke a key. */
export const changeKeys = (scope: KeyScope): readonly DashboardRoute[] =>
  [askHow, rotate, ask, revoke].map((route) => route(scope));

interface RotateFormProps {
  readonly scope: KeyScope;
  readonly apiKey: ApiKey;
  readonly grace: string;
  readonly expiry: string;
  readonly errors?: FieldErrors;
}

function showForm(ctx: DashboardContext, props: RotateFormProps): void {
  const title = ctx.state.texts.keys.rotate.title(props.apiKey.name);
  const { current } = props.scope;
  const page = { title, current, hasErrors: props.errors !== undefined };
  renderPage(ctx, page, <RotateForm {...props} />);
}

function RotateForm({ scope, apiKey, grace, expiry, errors = {} }: RotateFormProps) {
  const { texts } = usePageContext();
  const { rotate: words } = texts.keys;
  return (
    <Form>
      <OneUse />
      <p>{words.text(apiKey.last4)}</p>
      <Select
        name="grace"
        label={words.grace}
        options={graces.map((value) => ({ value, label: words.graces[value] }))}
        value={grace}
        error={errors['grace']}
      />
      <ExpiryField label={words.expiry} value={expiry} error={errors['expiry']} />
      <div class="actions">
        <SubmitButton>{words.submit}</SubmitButton>
        <a href={scope.listPath(apiKey.owner_id)}>{texts.confirm.cancel}</a>
      </div>
    </Form>
  );
}
