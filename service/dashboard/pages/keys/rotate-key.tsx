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
  getOwnKey,
  getWorkingKey,
  graces,
  graceSchema,
  keysPath,
  noteKeyChange,
} from './key-state.ts';
import { callsOfKey, ExpiryField, KeyFacts } from './list-keys.tsx';
import { makeOnce, showNewKey } from './new-key.tsx';

const revokePath = `${keysPath}/:id/revoke`;

/** Warns of the consequences and asks for confirmation. */
const ask: DashboardRoute = {
  method: 'GET',
  path: revokePath,
  access: 'owner',
  async handle(ctx, deps) {
    const key = await getWorkingKey(ctx, deps);
    const usage = await deps.accountStore.listKeyUsage(key.owner_id);
    const { total } = callsOfKey(usage, key.id, new Date().toISOString().slice(0, 10));
    const { revoke: words } = ctx.state.texts.keys;
    renderPage(
      ctx,
      { title: words.title(key.name), current: 'keys' },
      <Confirm submit={words.submit} cancelPath={keysPath}>
        <p>{words.text}</p>
        <KeyFacts apiKey={key} calls={total} />
      </Confirm>,
    );
  },
};

const revoke: DashboardRoute = {
  method: 'POST',
  path: revokePath,
  access: 'owner',
  async handle(ctx, deps) {
    const key = await getOwnKey(ctx, deps);
    if (key.revoked_at === null) {
      await deps.accountStore.revokeKey(key.id, new Date().toISOString(), key.owner_id);
      await noteKeyChange(ctx, deps, 'key.revoked', key);
    }
    redirectAfterPost(ctx, keysPath, 'keyRevoked');
  },
};

export const revokeKey = [ask, revoke];

const rotatePath = `${keysPath}/:id/rotate`;

const askHow: DashboardRoute = {
  method: 'GET',
  path: rotatePath,
  access: 'owner',
  async handle(ctx, deps) {
    const key = await getWorkingKey(ctx, deps);
    showForm(ctx, { apiKey: key, grace: '24', expiry: expiryLike(key) });
  },
};

/** Creates the new key and shows it directly in the response, so it is never in a URL. */
const rotate: DashboardRoute = {
  method: 'POST',
  path: rotatePath,
  access: 'owner',
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const key = await getOwnKey(ctx, deps);
    const grace = graceSchema.safeParse(form.get('grace'));
    const expiry = expirySchema.safeParse(form.get('expiry'));
    if (!grace.success || !expiry.success) {
      ctx.status = 400;
      const errors = {
        grace: grace.success ? undefined : texts.form.notListed,
        expiry: expiry.success ? undefined : texts.form.notListed,
      };
      showForm(ctx, { apiKey: key, grace: '24', expiry: expiryLike(key), errors });
      return;
    }
    let old: ApiKey | undefined;
    const made = await makeOnce(
      ctx,
      deps,
      { name: key.name, expiry: expiry.data, user: key.user_id },
      async (record) => {
        const worksUntil = hoursAfter(record.created_at, Number(grace.data));
        old = await deps.accountStore.rotateKey(key.id, record, worksUntil);
        if (!old) throw notFound();
        await noteKeyChange(ctx, deps, 'key.rotated', record, { old_last4: old.last4 });
      },
    );
    showNewKey(ctx, deps, made, old);
  },
};

export const rotateKey = [askHow, rotate];

interface RotateFormProps {
  readonly apiKey: ApiKey;
  readonly grace: string;
  readonly expiry: string;
  readonly errors?: FieldErrors;
}

function showForm(ctx: DashboardContext, props: RotateFormProps): void {
  const title = ctx.state.texts.keys.rotate.title(props.apiKey.name);
  const page = { title, current: 'keys', hasErrors: props.errors !== undefined } as const;
  renderPage(ctx, page, <RotateForm {...props} />);
}

function RotateForm({ apiKey, grace, expiry, errors = {} }: RotateFormProps) {
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
        <a href={keysPath}>{texts.confirm.cancel}</a>
      </div>
    </Form>
  );
}
