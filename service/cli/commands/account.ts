import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { userId } from '../../../shared/contract.ts';
import { createAccount, getOwner, removeWithUsers, shownCredits } from '../../accounts/accounts.ts';
import { commandLine, noteChange } from '../../accounts/change-log.ts';
import { addCredits, referenceOf } from '../../accounts/credits.ts';
import { ReferenceUsedError } from '../../accounts/errors.ts';
import { exportAccount, packExport, type AccountExport } from '../../accounts/export-account.ts';
import { createLink } from '../../accounts/one-time-links.ts';
import { invitationMail } from '../../dashboard/invitation-mail.ts';
import { en } from '../../dashboard/locales/en.ts';
import type { Account } from '../../storage/interfaces/accounts.ts';
import type { AccountStore } from '../../storage/interfaces/storage-backend.ts';
import {
  CommandError,
  mailerIf,
  sendFlag,
  storeCommand,
  wholeNumber,
  type Execute,
  type Flag,
  type FlagValues,
  type StoreCommandGroup,
} from './store-command.ts';
import { writeBeside } from '../write-beside.ts';

/** The flag that names the account of a command. */
const userIdFlag: Flag = {
  flag: '--user-id <e-mail>',
  description: 'the user account',
  isRequired: true,
};

/** The value of that flag. */
export const userIdSchema = z.object({ user_id: userId });

/**
 * The account of a user.
 * @throws CommandError if there is none
 */
export async function getAccount(store: AccountStore, id: string): Promise<Account> {
  return (await store.findAccount(id)) ?? noAccount(id);
}

/** An account in the format for printing. */
function toPrinted({
  owner_id: owner,
  monthly_allowance: monthlyAllowance,
  daily_calls_max: dailyCallsMax,
  allowance_month: _month,
  suspended_at: suspendedAt,
  ...account
}: Account) {
  return {
    ...account,
    credits_available: shownCredits(account),
    ...(suspendedAt !== null && { suspended_at: suspendedAt }),
    ...(monthlyAllowance !== null && { monthly_allowance: monthlyAllowance }),
    ...(dailyCallsMax !== null && { daily_calls_max: dailyCallsMax }),
    ...(owner !== account.user_id && { owner }),
  };
}

/**
 * Always throws.
 * @throws CommandError
 */
function noAccount(id: string): never {
  throw new CommandError(`There is no account ${id}. "altscribe account list" lists all accounts.`);
}

const notACreditChange = '--credits must be a whole number other than 0.';

const creditChange = z
  .string({ error: notACreditChange })
  .regex(/^-?\d{1,9}$/, { error: notACreditChange, abort: true })
  .transform(Number)
  .refine((credits) => credits !== 0, { error: notACreditChange });

function visibleText(option: string, longest: number) {
  return z
    .string()
    .trim()
    .regex(new RegExp(`^[^\\p{C}]{1,${longest}}$`, 'u'), {
      error: `${option} must be 1 to ${longest} visible characters.`,
    })
    .optional();
}

/** The output if credits with the same reference were already added. */
const alreadyCounted = 'already counted: nothing was added';

const credit = storeCommand({
  description: 'add credits to an account',
  flags: [
    userIdFlag,
    {
      flag: '--credits <number>',
      description: 'how many to add; negative to correct a mistake',
      isRequired: true,
    },
    {
      flag: '--id <your reference>',
      description: 'for example a payment number; each reference counts only once',
    },
    { flag: '--note <text>', description: 'the reason, for the history' },
  ],
  schema: userIdSchema.extend({
    credits: creditChange,
    id: visibleText('--id', 100),
    note: visibleText('--note', 200),
  }),
  async run(store, { user_id, credits, id: reference = null, note = null }) {
    const change = { userId: user_id, credits, reference, note, actor: commandLine };
    const { account, isRepeat } = await addCredits(store, change).catch((error: unknown) => {
      throw error instanceof ReferenceUsedError ? new CommandError(`--id ${error.message}`) : error;
    });
    const printed = toPrinted(account ?? noAccount(user_id));
    return isRepeat ? { ...printed, note: alreadyCounted } : printed;
  },
  describeChange: ({ user_id, credits, id, note }, result) =>
    'note' in result
      ? undefined
      : {
          action: 'account.credited',
          user_id,
          details: { credits, reference: id ?? null, note: note ?? null },
        },
});

const history = storeCommand({
  description: 'list the balance changes of an account, newest first',
  flags: [userIdFlag],
  schema: userIdSchema,
  async run(store, { user_id }) {
    await getAccount(store, user_id);
    const entries = await store.listEntries(user_id);
    return entries.map(({ id, at, credits, reason, request_id, actor, note }) => ({
      at,
      credits,
      reason,
      request_id,
      reference: referenceOf({ id }),
      actor,
      note,
    }));
  },
});

const usage = storeCommand({
  description: 'show usage per day (UTC), newest first',
  flags: [
    { flag: '--user-id <e-mail>', description: 'only this account; all accounts by default' },
    { flag: '--by-key', description: 'calls per API key instead, for 30 days' },
  ],
  schema: z.object({ user_id: userId.optional(), by_key: z.literal(true).optional() }),
  async run(store, { user_id: id, by_key: byKey }) {
    if (id !== undefined) await getAccount(store, id);
    if (byKey) return listKeyUsage(store, id);
    if (id === undefined) return store.listTotalUsage('0001-01-01');
    return (await store.listUsage(id)).map(({ user_id: _user, ...day }) => day);
  },
});

/** Usage of the keys of one owner, or of all, newest day first. */
async function listKeyUsage(store: AccountStore, ownerId: string | undefined) {
  const keys = await store.listKeys(ownerId);
  const names = new Map(keys.map(({ id, name, last4 }) => [id, { name, last4 }]));
  const rows = [];
  for (const owner of new Set(keys.map(({ owner_id }) => owner_id))) {
    for (const { key_id, day, calls } of await store.listKeyUsage(owner)) {
      rows.push({ day, owner, key_id, ...names.get(key_id), calls });
    }
  }
  return rows.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
}

const repair = storeCommand({
  description: 'repair an account after the clock was ahead',
  flags: [userIdFlag],
  schema: userIdSchema,
  async run(store, { user_id }) {
    const repaired = await store.repairAccount(user_id, new Date().toISOString());
    return { user_id, ...(repaired ?? noAccount(user_id)) };
  },
});

const notAPlan = '--plan must be 1 to 64 characters.';
const planType = z.string({ error: notAPlan }).trim().min(1).max(64);
const allowance = wholeNumber('--monthly-allowance', 0).optional();

const planFlag = {
  flag: '--plan <name>',
  description: 'free, pro, business, unlimited (never refused for credits), or any other name',
  isRequired: true,
};
const allowanceFlag = {
  flag: '--monthly-allowance <number>',
  description: 'the first call of each month tops up the credits to this number',
};

const create = storeCommand({
  description: 'create an account; a new owner gets an API key, shown once',
  flags: [
    userIdFlag,
    planFlag,
    { flag: '--credits <number>', description: 'initial credits', isRequired: true },
    allowanceFlag,
    {
      flag: '--owner <e-mail>',
      description: 'the owner of the account; by default the account itself',
    },
  ],
  schema: z.object({
    user_id: userId,
    plan: planType,
    credits: wholeNumber('--credits', 0),
    monthly_allowance: allowance,
    owner: userId.optional(),
  }),
  async run(store, options) {
    const { account, apiKey } = await createAccount(store, {
      user_id: options.user_id,
      plan_type: options.plan,
      credits_available: options.credits,
      monthly_allowance: options.monthly_allowance ?? null,
      owner_id: options.owner,
    });
    return { ...toPrinted(account), ...(apiKey && { api_key: apiKey }) };
  },
  describeChange: ({ user_id, plan, credits, monthly_allowance: allowance, owner }) => ({
    action: 'account.created',
    user_id,
    details: { plan, credits, monthly_allowance: allowance ?? null, owner: owner ?? user_id },
  }),
});

const show = storeCommand({
  description: 'show plan and credits of an account',
  flags: [userIdFlag],
  schema: userIdSchema,
  run: async (store, { user_id }) => toPrinted(await getAccount(store, user_id)),
});

const list = storeCommand({
  description: 'list all accounts',
  flags: [{ flag: '--owner <e-mail>', description: 'only accounts of this owner' }],
  schema: z.object({ owner: userId.optional() }),
  async run(store, { owner }) {
    const damaged = (await store.listDamage()).filter(({ what }) => what === 'account');
    return [
      ...(await store.listAccounts(owner)).map(toPrinted),
      ...damaged.flatMap(({ user_ids: ids, detail }) => ids.map((id) => ({ user_id: id, detail }))),
    ];
  },
});

const plan = storeCommand({
  description: 'change the plan of an account',
  flags: [userIdFlag, planFlag, allowanceFlag],
  schema: userIdSchema.extend({ plan: planType, monthly_allowance: allowance }),
  async run(store, options) {
    const account = await store.changePlan(options.user_id, {
      plan_type: options.plan,
      monthly_allowance: options.monthly_allowance ?? null,
    });
    return toPrinted(account ?? noAccount(options.user_id));
  },
  describeChange: ({ user_id, plan, monthly_allowance: allowance }) => ({
    action: 'account.plan-changed',
    user_id,
    details: { plan, monthly_allowance: allowance ?? null },
  }),
});

const notALimit = '--daily-calls must be a whole number from 1 to 1000000000, or none.';

const limit = storeCommand({
  description: 'limit the calls of an owner per day (UTC)',
  flags: [
    { flag: '--user-id <e-mail>', description: 'the owner', isRequired: true },
    {
      flag: '--daily-calls <number>',
      description: 'calls per day; "none" removes the limit',
      isRequired: true,
    },
  ],
  schema: userIdSchema.extend({
    daily_calls: z
      .string({ error: notALimit })
      .regex(/^([1-9]\d{0,8}|1000000000|none)$/, { error: notALimit })
      .transform((value) => (value === 'none' ? null : Number(value))),
  }),
  async run(store, { user_id: id, daily_calls: max }) {
    await getOwner(store, id);
    return toPrinted((await store.limitCalls(id, max)) ?? noAccount(id));
  },
  describeChange: ({ user_id, daily_calls: max }) => ({
    action: 'account.limited',
    user_id,
    details: { daily_calls_max: max },
  }),
});

const exportIt = storeCommand({
  description: 'write everything about an account to a file; of an owner, also about its users',
  flags: [
    userIdFlag,
    {
      flag: '--file <file>',
      description: 'for example owner.tar.gz; an existing file is replaced',
      isRequired: true,
    },
  ],
  schema: userIdSchema,
  run: async (store, { user_id }) => exportAccount(store, await getAccount(store, user_id)),
  isChange: false,
  describeChange: ({ user_id }) => ({ action: 'account.exported', user_id }),
  atTerminal: ({ user_id, file }, execute) => writeExport(String(file), { user_id }, execute),
});

/** Exports an account to a file, and counts what is in it. */
async function writeExport(file: string, options: FlagValues, execute: Execute) {
  const exported = (await execute('account export', options)) as AccountExport;
  const archive = await packExport(exported);
  const path = resolve(file);
  await writeBeside(
    path,
    (target) => pipeline([archive], target),
    () => Promise.resolve(),
  );
  const counts = Object.entries(exported).map(([name, rows]) => [name, rows.length] as const);
  return { file: path, ...Object.fromEntries(counts) };
}

const remove = storeCommand({
  description: 'remove an account with its keys, history and login, after a question',
  flags: [
    userIdFlag,
    { flag: '--with-users', description: 'also remove all users of an owner' },
    { flag: '--export <file>', description: 'first write everything about it to a file' },
    { flag: '--yes', description: 'do not ask, for scripts' },
  ],
  schema: userIdSchema.extend({ with_users: z.literal(true).optional() }),
  async run(store, { user_id: id, with_users: withUsers }, { log }) {
    const [user] = (await store.listAccounts(id)).filter(({ user_id }) => user_id !== id);
    if (user && !withUsers) {
      throw new CommandError(
        `${id} owns other accounts: see "altscribe account list --owner ${id}". To remove them, too, ` +
          'use --with-users. Nothing was removed.',
      );
    }
    const isRemoved = await removeWithUsers(store, id, (userId) =>
      noteChange(store, log, { actor: commandLine, action: 'account.removed', user_id: userId }),
    );
    if (!isRemoved) noAccount(id);
    return { user_id: id, removed: true };
  },
  isChange: true,
  async atTerminal({ yes, export: file, ...options }, execute) {
    const { user_id } = options;
    if (!yes) await confirmRemoval(options, execute);
    if (file !== undefined) await writeExport(String(file), { user_id }, execute);
    return execute('account remove', options);
  },
});

/** @throws CommandError unless the e-mail of the account is typed */
async function confirmRemoval(
  { user_id, with_users: withUsers }: FlagValues,
  execute: Execute,
): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CommandError(
      'This command asks before it removes anything, and there is no terminal to ask. In scripts, use ' +
        '--yes. Nothing was removed.',
    );
  }
  const account = (await execute('account show', { user_id })) as ReturnType<typeof toPrinted>;
  const { user_id: id, plan_type: plan, credits_available: credits } = account;
  const all = withUsers ? await execute('account list', { owner: id }) : [];
  const users = (all as { user_id: string }[])
    .map((one) => one.user_id)
    .filter((one) => one !== id);
  const others = users.length > 0 ? `, and its users ${users.join(', ')},` : '';
  const typed = await ask(
    `This removes ${id} (${plan}, ${credits} credits)${others} with keys, history, calls and login, ` +
      `and cannot be undone.\nType ${id} to confirm: `,
  );
  if (typed.trim().toLowerCase() !== id) throw new CommandError('Nothing was removed.');
}

/** Asks at the terminal. The end of the input, or Ctrl+C, is an empty answer. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise((answer) => {
      terminal.once('close', () => answer(''));
      void terminal.question(question).then(answer);
    });
  } finally {
    terminal.close();
  }
}

const invite = storeCommand({
  description: 'print a link for the owner of an account to set a password, valid for 24 hours',
  flags: [userIdFlag, sendFlag],
  schema: userIdSchema.extend({ send: z.literal(true).optional() }),
  async run(store, { user_id: id, send }, context) {
    const mailer = mailerIf(send, context);
    const owner = await getOwner(store, id);
    const url = context.publicUrl() + (await createLink(store, 'invitation', owner.user_id));
    const sent = await mailer?.send(invitationMail(en, owner, url));
    return { user_id: id, invitation_url: url, ...(sent !== undefined && { sent }) };
  },
  describeChange: ({ user_id }, { sent }) => ({
    action: 'account.invited',
    user_id,
    details: { emailed_to: sent ? user_id : null },
  }),
});

/** `altscribe account …`, in the order of the help. */
export const accountCommands: StoreCommandGroup = {
  description: 'manage user accounts',
  commands: {
    create,
    show,
    list,
    credit,
    plan,
    limit,
    history,
    usage,
    repair,
    export: exportIt,
    remove,
    invite,
  },
};
