import { isIP } from 'node:net';
import { noteChange } from '../../../accounts/change-log.ts';
import {
  requestOptions,
  usePasskey as redeemPasskey,
  type Site,
} from '../../../accounts/passkeys.ts';
import { hasSecondFactor, takeCode } from '../../../accounts/second-factor.ts';
import { Notice } from '../../components/facts.tsx';
import { Field, Form, PasskeyForm, SubmitButton } from '../../components/form.tsx';
import { serviceAddress } from '../../format.ts';
import { enter } from '../../get-signed-in.ts';
import { ownPath, signInPath } from '../../paths.ts';
import { redirectAfterPost, renderPage, tooManyRequests } from '../../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../../state.ts';

const codePath = '/dashboard/sign-in/code';
const passkeyPath = '/dashboard/sign-in/passkey';

/** The dashboard as passkeys know it; nothing at an IP address, where browsers allow none. */
export function siteOf(ctx: DashboardContext, deps: DashboardDeps): Site | undefined {
  const { origin, hostname } = new URL(serviceAddress(ctx, deps));
  return isIP(hostname.replace(/[[\]]/g, '')) ? undefined : { origin, id: hostname };
}

/** A user who has proved the password, or used a link. */
interface Entrant {
  readonly email: string;
  readonly next: string;
}

/** Signs the user in, or asks for the second factor first. */
export async function enterOrAsk(
  ctx: DashboardContext,
  deps: DashboardDeps,
  { email, next }: Entrant,
): Promise<void> {
  if (hasSecondFactor(await deps.accountStore.findSecondFactor(email))) {
    await askForCode(ctx, deps, { email, next });
    return;
  }
  await enter(ctx, deps, email);
  redirectAfterPost(ctx, next);
}

/** The form for a passkey, on the sign-in page and for the second step. */
export async function passkeyRequest(ctx: DashboardContext, deps: DashboardDeps, next: string) {
  const site = siteOf(ctx, deps);
  if (!site) return null;
  const { signIn } = ctx.state.texts;
  const options = await requestOptions(site, await deps.challenges.issue(ctx.state.formToken));
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

/** The ticket proves the first step; it works once, in this browser. */
function holderOf(ctx: DashboardContext, email: string): string {
  return `${email}\n${ctx.state.formToken}`;
}

async function askForCode(
  ctx: DashboardContext,
  deps: DashboardDeps,
  { email, next, error }: Entrant & { readonly error?: string },
): Promise<void> {
  const { secondStep } = ctx.state.texts;
  const { totp_secret: secret, passkeys } = await deps.accountStore.findSecondFactor(email);
  const ticket = await deps.challenges.issue(holderOf(ctx, email));
  const passkey = passkeys.length > 0 && (await passkeyRequest(ctx, deps, next));
  renderPage(
    ctx,
    { title: secondStep.title, hasErrors: error !== undefined },
    <>
      {passkey}
      <Form action={codePath} class="narrow">
        <input type="hidden" name="email" value={email} />
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
    const { form, texts, log } = ctx.state;
    const [email, next] = [form.get('email'), ownPath(form.get('next'))];
    if (!(await deps.challenges.redeem(form.get('ticket'), holderOf(ctx, email)))) {
      redirectAfterPost(ctx, signInPath(next), 'signInExpired');
      return;
    }
    const seconds = await deps.guessLimit.countCode(email);
    if (seconds > 0) throw tooManyRequests(seconds);
    const kind = await takeCode(deps.accountStore, email, form.get('code'));
    if (!kind) {
      const refusal = { actor: email, action: 'sign-in.refused' } as const;
      await noteChange(deps.accountStore, log, { ...refusal, details: { address: ctx.ip } });
      ctx.status = 403;
      await askForCode(ctx, deps, { email, next, error: texts.secondStep.wrong });
      return;
    }
    await deps.guessLimit.forgetCodes(email);
    await enter(ctx, deps, email);
    redirectAfterPost(ctx, next, kind === 'recovery' ? 'recoveryCodeUsed' : undefined);
  },
};

/** A passkey is unlocked by a finger, a face or a PIN, so it needs no password. */
const sendPasskey: DashboardRoute = {
  method: 'POST',
  path: passkeyPath,
  access: 'anyone',
  async handle(ctx, deps) {
    const { form, formToken, texts, log } = ctx.state;
    const { accountStore: store, guessLimit, challenges } = deps;
    const site = siteOf(ctx, deps);
    const redeem = (challenge: string) => challenges.redeem(challenge, formToken);
    const userId = site && (await redeemPasskey(store, form.get('credential'), site, redeem));
    if (userId === undefined || !(await store.findLogin(userId))) {
      const seconds = await guessLimit.countLink(ctx.ip);
      if (seconds > 0) throw tooManyRequests(seconds);
      const refusal = { actor: 'passkey', action: 'sign-in.refused' } as const;
      await noteChange(store, log, { ...refusal, details: { address: ctx.ip } });
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
    await enter(ctx, deps, userId);
    redirectAfterPost(ctx, ownPath(form.get('next')));
  },
};

/** The second step of signing in, and passkeys, which need only one. */
export const secondStep = [sendCode, sendPasskey];
