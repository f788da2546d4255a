import * as z from 'zod';
import { createLink } from '../../accounts/one-time-links.ts';
import { resetSecondFactor } from '../../accounts/second-factor.ts';
import { en } from '../../dashboard/locales/en.ts';
import { userIdSchema } from './account.ts';
import {
  CommandError,
  mailerIf,
  sendFlag,
  storeCommand,
  type Flag,
  type StoreCommandGroup,
} from './store-command.ts';

/** Recent calls are kept, because they may still be reversed, and people view them. */
const daysKept = 7;

const notADay = `--before must be a day at least ${daysKept} days ago (UTC), for example 2026-01-31.`;

const oldDay = z.iso
  .date({ error: notADay, abort: true })
  .refine((day) => Date.parse(day) <= Date.now() - daysKept * 86_400_000, { error: notADay });

const join = storeCommand({
  description:
    'join calls before a day into one entry for each account and day, or month after a year',
  flags: [
    { flag: '--before <day>', description: 'keep calls from this day on (UTC)', isRequired: true },
  ],
  schema: z.object({ before: oldDay }),
  async run(store, { before }) {
    const joined = await store.rollUpCalls(before);
    if (!joined) throw new CommandError('Files roll up old calls automatically: nothing to do.');
    return { calls_joined: joined.calls, entries_made: joined.entries };
  },
  describeChange: ({ before }, { calls_joined: calls }) => ({
    action: 'entries.joined',
    details: { before, calls },
  }),
});

export const entryCommands: StoreCommandGroup = {
  description: 'maintain the credit history in a database',
  commands: { join },
};

const operatorFlag: Flag = {
  flag: '--user-id <e-mail>',
  description: 'the operator',
  isRequired: true,
};

const create = storeCommand({
  description: 'print a link to create an operator or set a new password, valid for one hour',
  flags: [operatorFlag, sendFlag],
  schema: userIdSchema.extend({ send: z.literal(true).optional() }),
  async run(store, { user_id, send }, context) {
    const mailer = mailerIf(send, context);
    const url = context.publicUrl() + (await createLink(store, 'setup', user_id));
    const { subject, text } = en.mail.operator;
    const sent = await mailer?.send({ to: user_id, subject, text: text(url) });
    return { user_id, setup_url: url, ...(sent !== undefined && { sent }) };
  },
  describeChange: ({ user_id }) => ({ action: 'operator.invited', user_id }),
});

const list = storeCommand({
  description: 'list all operators',
  flags: [],
  schema: z.object({}),
  async run(store) {
    const operators = await store.listOperators();
    return operators.map(({ user_id, created_at }) => ({ user_id, created_at }));
  },
});

const remove = storeCommand({
  description: 'remove the login of an operator; an account with the same e-mail is kept',
  flags: [operatorFlag],
  schema: userIdSchema,
  async run(store, { user_id }) {
    const login = await store.findLogin(user_id);
    if (!login?.is_operator) {
      throw new CommandError(
        `There is no operator ${user_id}. "altscribe operator list" lists all operators.`,
      );
    }
    await store.removeLogin(user_id);
    return { user_id, removed: true };
  },
  describeChange: ({ user_id }) => ({ action: 'operator.removed', user_id }),
});

const anyone: Flag = {
  flag: '--user-id <e-mail>',
  description: 'an operator or account owner with a login',
  isRequired: true,
};

function noLogin(id: string): never {
  throw new CommandError(`${id} has no login to the dashboard yet.`);
}

const require = storeCommand({
  description: 'require an authenticator app or a passkey of a user; --off makes it optional again',
  flags: [anyone, { flag: '--off', description: 'make it optional again' }],
  schema: userIdSchema.extend({ off: z.literal(true).optional() }),
  async run(store, { user_id, off }) {
    if (!(await store.findLogin(user_id))) noLogin(user_id);
    const required = off !== true;
    await store.changeSecondFactor(user_id, (before) => ({ ...before, is_required: required }));
    return { user_id, required };
  },
  describeChange: ({ user_id, off }) => ({
    action: off ? 'second-factor.optional' : 'second-factor.required',
    user_id,
  }),
});

const reset = storeCommand({
  description: 'remove the app, passkeys and recovery codes of a user, and end their sessions',
  flags: [anyone],
  schema: userIdSchema,
  async run(store, { user_id }) {
    if (!(await resetSecondFactor(store, user_id))) noLogin(user_id);
    return { user_id, reset: true };
  },
  describeChange: ({ user_id }) => ({ action: 'second-factor.reset', user_id }),
});

const show = storeCommand({
  description: 'show the second factor of a user, without secrets',
  flags: [anyone],
  schema: userIdSchema,
  async run(store, { user_id }) {
    if (!(await store.findLogin(user_id))) noLogin(user_id);
    const factor = await store.findSecondFactor(user_id);
    return {
      user_id,
      app: factor.totp_secret !== null,
      passkeys: factor.passkeys.length,
      recovery_codes: factor.recovery_hashes.length,
      required: factor.is_required,
    };
  },
});

/** `altscribe second-factor …` */
export const secondFactorCommands: StoreCommandGroup = {
  description: 'require or reset the second factor of users',
  commands: { show, require, reset },
};

/** `altscribe operator …`, in the order of the help. */
export const operatorCommands: StoreCommandGroup = {
  description: 'manage operators, who administer the service in the dashboard',
  commands: { create, list, remove },
};
