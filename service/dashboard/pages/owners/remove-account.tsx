import { removeWithUsers } from '../../../accounts/accounts.ts';
import { accountPath, ownerPath, ownersPath } from '../../../accounts/dashboard-paths.ts';
import { exportAccount, packExport } from '../../../accounts/export-account.ts';
import type { Account } from '../../../storage/interfaces/accounts.ts';
import { AccountOwnsOthersError } from '../../../storage/interfaces/errors.ts';
import { Confirm, Field, Form, SubmitButton } from '../../components/form.tsx';
import { useTexts } from '../../components/page-context.ts';
import { noteOwnChange } from '../../get-signed-in.ts';
import { redirectAfterPost, renderPage } from '../../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../../state.ts';
import { getAccountOfPath } from './paths.ts';

const path = `${ownersPath}/:id/accounts/:user`;

/** Downloads everything about an account, and about the users of an owner. */
const download: DashboardRoute = {
  method: 'POST',
  path: `${path}/export`,
  access: 'operator',
  async handle(ctx, deps) {
    const account = await getAccountOfPath(ctx, deps);
    const archive = await packExport(await exportAccount(deps.accountStore, account));
    await noteOwnChange(ctx, deps, 'account.exported', { user_id: account.user_id });
    ctx.attachment(`${account.user_id}.tar.gz`);
    ctx.type = 'application/gzip';
    ctx.body = Buffer.from(archive);
  },
};

/** The button that exports an account. */
export function ExportForm({ account }: { readonly account: Account }) {
  return (
    <Form action={accountPath(account, '/export')}>
      <SubmitButton kind="secondary">{useTexts().owners.export}</SubmitButton>
    </Form>
  );
}

/** Warns of the consequences and asks for the e-mail of the account. */
const ask: DashboardRoute = {
  method: 'GET',
  path: `${path}/remove`,
  access: 'operator',
  async handle(ctx, deps) {
    await showQuestion(ctx, deps, await getAccountOfPath(ctx, deps));
  },
};

/** How many users are named; of more, the number is. */
const usersNamed = 10;

async function showQuestion(
  ctx: DashboardContext,
  { accountStore }: DashboardDeps,
  account: Account,
  error?: string,
): Promise<void> {
  const { user_id: id, owner_id: ownerId } = account;
  const { remove } = ctx.state.texts.owners;
  const all = ownerId === id ? await accountStore.listAccounts(id) : [account];
  const users = all.map(({ user_id: user }) => user).filter((user) => user !== id);
  renderPage(
    ctx,
    { title: remove.title(id), current: 'owners', hasErrors: error !== undefined },
    <>
      <section>
        <p>{remove.exportFirst}</p>
        <ExportForm account={account} />
      </section>
      <section>
        <Confirm submit={remove.submit} cancelPath={accountPath(account)}>
          <p>{remove.text}</p>
          {users.length > 0 && (
            <p>
              {remove.users(users.length)}
              {users.length <= usersNamed && `: ${users.join(', ')}`}.
            </p>
          )}
          <Field
            name="email"
            label={remove.label}
            description={id}
            autocomplete="off"
            error={error}
          />
        </Confirm>
      </section>
    </>,
  );
}

const remove: DashboardRoute = {
  method: 'POST',
  path: `${path}/remove`,
  access: 'operator',
  async handle(ctx, deps) {
    const account = await getAccountOfPath(ctx, deps);
    const { user_id: id, owner_id: ownerId } = account;
    const { remove: words } = ctx.state.texts.owners;
    const isTyped = ctx.state.form.get('email').trim().toLowerCase() === id;
    const problem = isTyped ? await tryToRemove() : words.wrong(id);
    if (problem !== undefined) {
      ctx.status = 400;
      await showQuestion(ctx, deps, account, problem);
      return;
    }
    redirectAfterPost(ctx, ownerId === id ? ownersPath : ownerPath(ownerId), 'accountRemoved');

    /** Returns why it was not possible. */
    async function tryToRemove(): Promise<string | undefined> {
      try {
        await removeWithUsers(deps.accountStore, id, (userId) =>
          noteOwnChange(ctx, deps, 'account.removed', { user_id: userId }),
        );
        return undefined;
      } catch (error) {
        if (error instanceof AccountOwnsOthersError) return words.usersLeft;
        throw error;
      }
    }
  },
};

/** Exporting and removing an account. */
export const removeAccount: readonly DashboardRoute[] = [download, ask, remove];
