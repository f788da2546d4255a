import { isIP } from 'node:net';
import {
  requestOptions,
  usePasskey as redeemPasskey,
  type Site,
} from '../../../accounts/passkeys.ts';
import { hasSecondFactor, takeCode } from '../../../accounts/second-factor.ts';
import type { Authenticated } from '../../../accounts/sessions.ts';
import { credentialsOf } from '../../../storage/credentials.ts';
import { Notice } from '../../components/facts.tsx';
import { Field, Form, PasskeyForm, SubmitButton } from '../../components/form.tsx';
import { serviceAddress } from '../../format.ts';
import {
  noSecondFactor,
  type Login,
  type SecondFactor,
} from '../../../storage/interfaces/logins.ts';
import { enter, noteRefusedSignIn } from '../../get-signed-in.ts';
import { ownPath, signInPath } from '../../paths.ts';
import { redirectAfterPost, renderPage, tooManyRequests } from '../../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../../state.ts';

const codePath = '/dashboard/sign-in/code';
const passkeyPath = '/dashboard/sign-in/passkey';

/**
 * The dashboard as the relying party of passkeys; nothing at an IP address, where browsers allow no
 * passkeys.
 */
export function siteOf(ctx: DashboardContext, deps: DashboardDeps): Site | undefined {
  const address = serviceAddress(ctx, deps);
  // Without a public URL, it has the host that the client sent.
  if (!URL.canParse(address)) return undefined;
  const { origin, hostname } = new URL(address);
  return isIP(hostname.replace(/[[\]]/g, '')) ? undefined : { origin, id: hostname };
}

/**
 * Signs a user in who has given the correct password, or used a link; or asks for the second factor
 * first.
 * @param login with the password hash that was verified
 */
export async function enterOrAsk(
  ctx: DashboardContext,
  deps: DashboardDeps,
  login: Login,
  next: string,
): Promise<void> {
  const { user_id: userId } = login;
  const factor = await deps.accountStore.findSecondFactor(userId);
  const credentials = credentialsOf(login, factor);
  const user = { userId, credentials };
  if (hasSecondFactor(factor)) await askForCode(ctx, deps, { user, factor, next });
  else await enter(ctx, deps, user, next);
}

/** The form for a passkey, on the sign-in page and for the second step. */
export async function passkeyRequest(ctx: DashboardContext, deps: DashboardDeps, next: string) {
  const site = siteOf(ctx, deps);
  if (!site || !(await deps.guessLimit.mayOfferPasskey(ctx.ip))) return null;
  const { signIn } = ctx.state.texts;
  const challenge = await deps.challenges.issue('passkey-sign-in', [ctx.state.formToken]);
  const options = await requestOptions(site, challenge);
  return (
    <PasskeyForm
      action={passkeyPath}
      kind="request"
      options={JSON.stringify(options)}
      submit={signIn.withPasskey}
      failed={signIn.noPasskey}
    >
      <input type="hidden" name="next" value={next} />
    </PasskeyForm>
  );
}

/**
 * The ticket proves that the first step was done in this browser, until the credentials are changed.
 */
function holderOf(ctx: DashboardContext, { userId, credentials }: Authenticated): string[] {
  return [userId, ctx.state.formToken, credentials];
}

interface Question {
  readonly user: Authenticated;
  readonly factor: SecondFactor;
  readonly next: string;
  readonly error?: string;
}

async function askForCode(
  ctx: DashboardContext,
  deps: DashboardDeps,
  { user, factor: { totp_secret: secret, passkeys }, next, error }: Question,
): Promise<void> {
  const { secondStep } = ctx.state.texts;
  const ticket = await deps.challenges.issue('second-step', holderOf(ctx, user));
  const passkey = passkeys.length > 0 && (await passkeyRequest(ctx, deps, next));
  renderPage(
    ctx,
    { title: secondStep.title, hasErrors: error !== undefined },
    <>
      {passkey}
      <Form action={codePath} class="narrow">
        <input type="hidden" name="email" value={user.userId} />
        <input type="hidden" name="ticket" value={ticket} />
        <input type="hidden" name="next" value={next} />
        <Field
          name="code"
          label={secret === null ? secondStep.recoveryCode : secondStep.code}
          description={secret === null ? undefined : secondStep.description}
          error={error}
          autocomplete="one-time-code"
          maxLength={40}
          autofocus
        />
        <SubmitButton>{ctx.state.texts.signIn.submit}</SubmitButton>
      </Form>
    </>,
  );
}

const sendCode: DashboardRoute = {
  method: 'POST',
  path: codePath,
  access: 'anyone',
  async handle(ctx, deps) {
    const { form, texts } = ctx.state;
    const [email, next] = [form.get('email'), ownPath(form.get('next'))];
    const login = await deps.accountStore.findLogin(email);
    // A stranger may name any user, also one whose data is damaged, which has no login.
    const factor = login ? await deps.accountStore.findSecondFactor(email) : noSecondFactor;
    const user = { userId: email, credentials: login ? credentialsOf(login, factor) : '' };
    const holder = holderOf(ctx, user);
    if (!(await deps.challenges.redeem(form.get('ticket'), 'second-step', holder))) {
      const seconds = await deps.guessLimit.countLink(ctx.ip);
      if (seconds > 0) throw tooManyRequests(seconds);
      redirectAfterPost(ctx, signInPath(next), 'signInExpired');
      return;
    }
    const seconds = await deps.guessLimit.countCode(ctx.ip, email);
    if (seconds > 0) throw tooManyRequests(seconds);
    const kind = await takeCode(deps.accountStore, email, form.get('code'));
    if (!kind) {
      await noteRefusedSignIn(ctx, deps, email);
      ctx.status = 403;
      await askForCode(ctx, deps, { user, factor, next, error: texts.secondStep.wrong });
      return;
    }
    await deps.guessLimit.forgetCodes(ctx.ip, email);
    await enter(ctx, deps, user, next, kind === 'recovery' ? 'recoveryCodeUsed' : undefined);
  },
};

/** A passkey is unlocked by a finger, a face or a PIN, so it needs no password. */
const sendPasskey: DashboardRoute = {
  method: 'POST',
  path: passkeyPath,
  access: 'anyone',
  async handle(ctx, deps) {
    const { form, formToken, texts } = ctx.state;
    const { accountStore: store, guessLimit, challenges } = deps;
    const site = siteOf(ctx, deps);
    const redeem = (challenge: string) =>
      challenges.redeem(challenge, 'passkey-sign-in', [formToken]);
    const user = site && (await redeemPasskey(store, form.get('credential'), site, redeem));
    if (!user) {
      const seconds = await guessLimit.countLink(ctx.ip);
      if (seconds > 0) throw tooManyRequests(seconds);
      await noteRefusedSignIn(ctx, deps, 'passkey');
      ctx.status = 403;
      renderPage(
        ctx,
        { title: texts.signIn.title, hasErrors: true },
        <>
          <Notice kind="error">{texts.signIn.passkeyRefused}</Notice>
          <p>
            <a href={signInPath()}>{texts.forgotten.back}</a>
          </p>
        </>,
      );
      return;
    }
    await enter(ctx, deps, user, ownPath(form.get('next')));
  },
};

/** The second step of signing in, and passkeys, which need only one. */
export const secondStep = [sendCode, sendPasskey];
