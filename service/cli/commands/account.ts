import { z } from 'zod';
import { userId } from '../../../shared/contract.ts';
import { createAccount, getOwner } from '../../accounts/accounts.ts';
import { createLink } from '../../accounts/one-time-links.ts';
import { credit, history } from './account-balance.ts';
import { repair } from './account-repair.ts';
import { usage } from './account-usage.ts';
import { getAccount, noAccount, toPrinted, userIdFlag, userIdSchema } from './one-account.ts';
import { storeCommand, wholeNumber, type StoreCommandGroup } from './store-command.ts';

const planType = z.string({ error: '--plan is required.' }).trim().min(1).max(64);
const allowance = wholeNumber('--monthly-allowance', 0).optional();

const planFlag = {
  flag: '--plan <name>',
  description: 'free, pro, business, or a name of your own',
  isRequired: true,
};
const allowanceFlag = {
  flag: '--monthly-allowance <number>',
  description: 'what the first call of a month tops the credits up to',
};

const create = storeCommand({
  description: 'make an account; a new owner gets an API key, shown once',
  flags: [
    userIdFlag,
    planFlag,
    { flag: '--credits <number>', description: 'credits to begin with', isRequired: true },
    allowanceFlag,
    {
      flag: '--owner <e-mail>',
      description: 'the account that owns this one, instead of itself',
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
  description: 'plan and credits of an account',
  flags: [userIdFlag],
  schema: userIdSchema,
  run: async (store, { user_id }) => toPrinted(await getAccount(store, user_id)),
});

const list = storeCommand({
  description: 'all accounts',
  flags: [{ flag: '--owner <e-mail>', description: 'only those of one owner' }],
  schema: z.object({ owner: userId.optional() }),
  run: async (store, { owner }) => (await store.listAccounts(owner)).map(toPrinted),
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

const remove = storeCommand({
  description: 'remove an account with its keys and history',
  flags: [userIdFlag],
  schema: userIdSchema,
  async run(store, { user_id }) {
    if (!(await store.removeAccount(user_id))) noAccount(user_id);
    return { user_id, removed: true };
  },
  describeChange: ({ user_id }) => ({ action: 'account.removed', user_id }),
});

const invite = storeCommand({
  description: 'print a link that lets the owner of an account set a password, for 24 hours',
  flags: [userIdFlag],
  schema: userIdSchema,
  async run(store, { user_id }, { publicUrl }) {
    const owner = await getOwner(store, user_id);
    const address = publicUrl();
    const path = await createLink(store, 'invitation', owner.user_id);
    return { user_id, invitation_url: address + path };
  },
  describeChange: ({ user_id }) => ({ action: 'account.invited', user_id }),
});

/** `altscribe account …`; the order is that of the help. */
export const accountCommands: StoreCommandGroup = {
  description: 'user accounts',
  commands: { create, show, list, credit, plan, history, usage, repair, remove, invite },
};
