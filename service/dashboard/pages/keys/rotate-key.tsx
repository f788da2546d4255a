import type { ApiKey } from '../../../storage/interfaces/api-keys.ts';
import { Form } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { Select } from '../../components/select.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { OneUse } from '../../one-use-form.tsx';
import { notFound } from '../../page-error.ts';
import type { FieldErrors } from '../../protection/form.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import type { DashboardContext } from '../../state.ts';
import { expiryLike, expirySchema, graces, graceSchema, hoursAfter } from './expiry.ts';
import { ExpiryField } from './key-form.tsx';
import { makeOnce } from './make-once.ts';
import { showNewKey } from './new-key.tsx';
import { noteKeyChange } from './note-key-change.ts';
import { getOwnKey, getWorkingKey } from './own-key.ts';
import { keysPath } from './paths.ts';

const path = `${keysPath}/:id/rotate`;

const askHow: DashboardRoute = {
  method: 'GET',
  path,
  access: 'owner',
  async handle(ctx, deps) {
    const key = await getWorkingKey(ctx, deps);
    showForm(ctx, { apiKey: key, grace: '24', expiry: expiryLike(key) });
  },
};

/** Makes the new key, and shows it in the response itself, so that it is in no address. */
const rotate: DashboardRoute = {
  method: 'POST',
  path,
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
      { name: key.name, expiry: expiry.data },
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
