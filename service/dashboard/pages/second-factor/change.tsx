import { encode } from 'uqr';
import { checkNewPasskey, creationOptions } from '../../../accounts/passkeys.ts';
import {
  hasSecondFactor,
  isTotpSecret,
  newRecoveryCodes,
  newTotpSecret,
  periodOfCode,
  totpAddress,
} from '../../../accounts/second-factor.ts';
import type { SecondFactor } from '../../../storage/interfaces/logins.ts';
import { CopyBox, Notice } from '../../components/facts.tsx';
import { Field, Form, PasskeyForm, SubmitButton } from '../../components/form.tsx';
import { useTexts } from '../../components/page-context.ts';
import {
  checkCurrentPassword,
  getSignedIn,
  noteOwnChange,
  ownCredentials,
  refusedStatus,
} from '../../get-signed-in.ts';
import { accountPagePath } from '../../paths.ts';
import { hasErrors, requireFields, type FieldErrors } from '../../protection/form.ts';
import { notFound, PageError, redirectAfterPost, renderPage } from '../../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../../state.ts';
import { appPath, passkeysPath, recoveryPath } from './section.tsx';
import { siteOf } from './second-step.tsx';

function CurrentPassword({ errors }: { readonly errors: FieldErrors }) {
  return (
    <Field
      name="current"
      label={useTexts().account.currentPassword}
      type="password"
      error={errors['current']}
      autocomplete="current-password"
    />
  );
}

function Cancel() {
  return <a href={accountPagePath}>{useTexts().confirm.cancel}</a>;
}

/** A QR code as a drawing, because pages may not contain images. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text);
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={dark.join('')} />
    </svg>
  );
}

/** Shows recovery codes, which are not stored. */
function renderCodes(ctx: DashboardContext, codes: readonly string[]): void {
  const { secondFactor } = ctx.state.texts;
  renderPage(
    ctx,
    { title: secondFactor.recoveryCodes, current: 'account' },
    <>
      <Notice kind="success">{secondFactor.keepCodes}</Notice>
      <CopyBox
        label={secondFactor.recoveryCodes}
        value={codes.join('\n')}
        testId="recovery-codes"
      />
      <p>
        <a href={accountPagePath}>{secondFactor.done}</a>
      </p>
    </>,
  );
}

/** Changes how the signed-in user proves their identity, and ends all other sessions. */
async function changeOwnFactor(
  ctx: DashboardContext,
  deps: DashboardDeps,
  action: 'second-factor.added' | 'second-factor.removed',
  kind: 'app' | 'passkey' | 'recovery codes',
  change: (before: SecondFactor) => SecondFactor,
): Promise<void> {
  const { user_id } = getSignedIn(ctx).login;
  const own = ownCredentials(ctx);
  const isChanged = await deps.accountStore.changeSecondFactor(user_id, change, own);
  if (!isChanged) throw new PageError(403, 'formExpired');
  await noteOwnChange(ctx, deps, action, { user_id, details: { kind } });
}

/** Adds a factor. With the first one, recovery codes are made and shown. */
async function addFactor(
  ctx: DashboardContext,
  deps: DashboardDeps,
  kind: 'app' | 'passkey',
  add: (before: SecondFactor) => SecondFactor,
): Promise<void> {
  const { codes, hashes } = newRecoveryCodes();
  let isFirst = false as boolean;
  await changeOwnFactor(ctx, deps, 'second-factor.added', kind, (before) => {
    isFirst = before.recovery_hashes.length === 0;
    return { ...add(before), ...(isFirst && { recovery_hashes: hashes }) };
  });
  if (isFirst) renderCodes(ctx, codes);
  else redirectAfterPost(ctx, accountPagePath, 'secondFactorChanged');
}

const showApp: DashboardRoute = {
  method: 'GET',
  path: appPath,
  access: 'signed-in',
  handle: (ctx) => renderApp(ctx, newTotpSecret(), {}),
};

function renderApp(ctx: DashboardContext, secret: string, errors: FieldErrors): void {
  const { secondFactor, secondStep } = ctx.state.texts;
  const { user_id: userId } = getSignedIn(ctx).login;
  renderPage(
    ctx,
    { title: secondFactor.setUpApp, current: 'account', hasErrors: hasErrors(errors) },
    <Form class="narrow">
      <p>{secondFactor.scan}</p>
      <QrCode text={totpAddress(secret, userId)} label={secondFactor.qrCode} />
      <p>{secondFactor.typeSecret}</p>
      <CopyBox label={secondFactor.secret} value={secret} testId="totp-secret" />
      <input type="hidden" name="secret" value={secret} />
      <Field
        name="code"
        label={secondStep.code}
        error={errors['code']}
        autocomplete="one-time-code"
        maxLength={10}
      />
      <CurrentPassword errors={errors} />
      <div class="actions">
        <SubmitButton>{secondFactor.turnOn}</SubmitButton>
        <Cancel />
      </div>
    </Form>,
  );
}

const addApp: DashboardRoute = {
  method: 'POST',
  path: appPath,
  access: 'signed-in',
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const secret = form.get('secret');
    if (!isTotpSecret(secret)) throw new PageError(400, 'badForm');
    const period = periodOfCode(secret, form.get('code'));
    const errors = {
      ...(period === undefined && { code: texts.secondStep.wrong }),
      ...requireFields(form, ['code'], texts),
      ...(await checkCurrentPassword(ctx, deps)),
    };
    if (period === undefined || hasErrors(errors)) {
      ctx.status = refusedStatus(ctx);
      renderApp(ctx, secret, errors);
      return;
    }
    const app = { totp_secret: secret, totp_period: period };
    await addFactor(ctx, deps, 'app', (before) => ({ ...before, ...app }));
  },
};

const namePath = `${passkeysPath}/new`;
const maxNameLength = 60;

const namePasskey: DashboardRoute = {
  method: 'GET',
  path: namePath,
  access: 'signed-in',
  handle(ctx, deps) {
    requireRoom(getSignedIn(ctx).secondFactor);
    renderName(ctx, deps, {});
  },
};

/** All users share the store, so no user may fill it. The error page names the number. */
const mostPasskeys = 20;

function requireRoom({ passkeys }: SecondFactor): void {
  if (passkeys.length >= mostPasskeys) throw new PageError(400, 'tooManyPasskeys');
}

function renderName(ctx: DashboardContext, deps: DashboardDeps, errors: FieldErrors): void {
  const { secondFactor } = ctx.state.texts;
  const canHave = siteOf(ctx, deps) !== undefined;
  renderPage(
    ctx,
    { title: secondFactor.addPasskey, current: 'account', hasErrors: hasErrors(errors) },
    canHave ? (
      <Form class="narrow">
        <p>{secondFactor.passkeyIntroduction}</p>
        <Field
          name="name"
          label={secondFactor.columns.name}
          description={secondFactor.nameDescription}
          value={ctx.method === 'POST' ? ctx.state.form.get('name') : ''}
          error={errors['name']}
          maxLength={maxNameLength}
          autocomplete="off"
        />
        <CurrentPassword errors={errors} />
        <div class="actions">
          <SubmitButton>{secondFactor.next}</SubmitButton>
          <Cancel />
        </div>
      </Form>
    ) : (
      <>
        <Notice kind="info">{secondFactor.needsName}</Notice>
        <Cancel />
      </>
    ),
  );
}

/** The password is checked first: the browser's dialog comes last. */
const askForPasskey: DashboardRoute = {
  method: 'POST',
  path: namePath,
  access: 'signed-in',
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const site = siteOf(ctx, deps);
    if (!site) throw notFound();
    const name = form.get('name').trim();
    const errors = {
      ...(name.length > maxNameLength && { name: texts.form.tooLong(maxNameLength) }),
      ...requireFields(form, ['name'], texts),
      ...(await checkCurrentPassword(ctx, deps)),
    };
    if (hasErrors(errors)) {
      ctx.status = refusedStatus(ctx);
      renderName(ctx, deps, errors);
      return;
    }
    const { login, secondFactor: factor } = getSignedIn(ctx);
    const challenge = await deps.challenges.issue('new-passkey', passkeyHolder(ctx, name));
    const options = await creationOptions(site, login.user_id, factor, challenge);
    const { secondFactor } = texts;
    renderPage(
      ctx,
      { title: secondFactor.addPasskey, current: 'account' },
      <>
        <p>{secondFactor.createIntroduction(name)}</p>
        <noscript>{secondFactor.needsScript}</noscript>
        <PasskeyForm
          action={passkeysPath}
          kind="create"
          options={JSON.stringify(options)}
          submit={secondFactor.createPasskey}
          failed={secondFactor.notCreated}
        >
          <input type="hidden" name="name" value={name} />
        </PasskeyForm>
        <Cancel />
      </>,
    );
  },
};

/** The challenge proves that the correct password was given for this passkey. */
function passkeyHolder(ctx: DashboardContext, name: string): string[] {
  const { login, session } = getSignedIn(ctx);
  return [name, session.id_hash, login.password_hash ?? ''];
}

const addPasskey: DashboardRoute = {
  method: 'POST',
  path: passkeysPath,
  access: 'signed-in',
  async handle(ctx, deps) {
    const { form } = ctx.state;
    const site = siteOf(ctx, deps);
    if (!site) throw notFound();
    const name = form.get('name');
    const redeem = (challenge: string) =>
      deps.challenges.redeem(challenge, 'new-passkey', passkeyHolder(ctx, name));
    const passkey = await checkNewPasskey(form.get('credential'), site, name, redeem);
    // Web Authentication, "Registering a New Credential": an id belongs to one user.
    const knownUser = passkey && (await deps.accountStore.findUserOfPasskey(passkey.id));
    const isOthers = knownUser !== undefined && knownUser !== getSignedIn(ctx).login.user_id;
    if (!passkey || isOthers) throw new PageError(400, 'passkeyRefused');
    await addFactor(ctx, deps, 'passkey', (before) => {
      requireRoom(before);
      const others = before.passkeys.filter(({ id }) => id !== passkey.id);
      return { ...before, passkeys: [...others, passkey] };
    });
  },
};

/** A change that a page asks to confirm with the user's password. */
interface Question {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly submit: string;
}

function PasswordQuestion({
  text,
  submit,
  errors,
}: Omit<Question, 'path' | 'title'> & { readonly errors: FieldErrors }) {
  return (
    <Form class="narrow">
      <p>{text}</p>
      <CurrentPassword errors={errors} />
      <div class="actions">
        <SubmitButton kind="danger">{submit}</SubmitButton>
        <Cancel />
      </div>
    </Form>
  );
}

/** A page that asks for the password, and the change that it confirms. */
function confirmed(
  path: string,
  questionOf: (ctx: DashboardContext) => Omit<Question, 'path'>,
  work: (ctx: Parameters<DashboardRoute['handle']>[0], deps: DashboardDeps) => Promise<void>,
): DashboardRoute[] {
  function ask(ctx: DashboardContext, errors: FieldErrors): void {
    const { title, ...question } = questionOf(ctx);
    renderPage(
      ctx,
      { title, current: 'account', hasErrors: hasErrors(errors) },
      <PasswordQuestion {...question} errors={errors} />,
    );
  }
  return [
    { method: 'GET', path, access: 'signed-in', handle: (ctx) => ask(ctx, {}) },
    {
      method: 'POST',
      path,
      access: 'signed-in',
      async handle(ctx, deps) {
        const errors = await checkCurrentPassword(ctx, deps);
        if (!hasErrors(errors)) return work(ctx, deps);
        ctx.status = refusedStatus(ctx);
        ask(ctx, errors);
      },
    },
  ];
}

async function removeFactor(
  ctx: DashboardContext,
  deps: DashboardDeps,
  kind: 'app' | 'passkey',
  remove: (before: SecondFactor) => SecondFactor,
): Promise<void> {
  await changeOwnFactor(ctx, deps, 'second-factor.removed', kind, (before) => {
    const after = remove(before);
    return hasSecondFactor(after) ? after : { ...after, recovery_hashes: [] };
  });
  redirectAfterPost(ctx, accountPagePath, 'secondFactorChanged');
}

const removeApp = confirmed(
  `${appPath}/remove`,
  ({ state: { texts } }) => ({
    title: texts.secondFactor.removeApp,
    text: texts.secondFactor.removeAppText,
    submit: texts.secondFactor.remove,
  }),
  (ctx, deps) => removeFactor(ctx, deps, 'app', (before) => ({ ...before, totp_secret: null })),
);

const removePasskey = confirmed(
  `${passkeysPath}/:id/remove`,
  ({ state: { texts } }) => ({
    title: texts.secondFactor.removePasskey,
    text: texts.secondFactor.removePasskeyText,
    submit: texts.secondFactor.remove,
  }),
  (ctx, deps) =>
    removeFactor(ctx, deps, 'passkey', (before) => ({
      ...before,
      passkeys: before.passkeys.filter(({ id }) => id !== ctx.params['id']),
    })),
);

const renewCodes = confirmed(
  recoveryPath,
  ({ state: { texts } }) => ({
    title: texts.secondFactor.newCodes,
    text: texts.secondFactor.newCodesText,
    submit: texts.secondFactor.newCodes,
  }),
  async (ctx, deps) => {
    const { codes, hashes } = newRecoveryCodes();
    await changeOwnFactor(ctx, deps, 'second-factor.added', 'recovery codes', (before) => ({
      ...before,
      recovery_hashes: hashes,
    }));
    renderCodes(ctx, codes);
  },
);

/** The pages with which users change their second factor. */
export const changeSecondFactor = [
  showApp,
  addApp,
  ...removeApp,
  namePasskey,
  askForPasskey,
  addPasskey,
  ...removePasskey,
  ...renewCodes,
];
