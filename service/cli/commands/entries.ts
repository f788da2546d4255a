import { z } from 'zod';
import { CommandError, storeCommand, type StoreCommandGroup } from './store-command.ts';

/** Calls of the last days stay: some may yet be taken back, and people look at them. */
const daysKept = 7;

const notADay = `--before must be a day at least ${daysKept} days ago (UTC), for example 2026-01-31.`;

const oldDay = z.iso
  .date({ error: notADay })
  .refine((day) => Date.parse(day) <= Date.now() - daysKept * 86_400_000, { error: notADay });

const join = storeCommand({
  description:
    'join calls before a day into one entry for each account and day, or month after a year',
  flags: [
    { flag: '--before <day>', description: 'calls from this day on (UTC) stay', isRequired: true },
  ],
  schema: z.object({ before: oldDay }),
  async run(store, { before }) {
    const joined = await store.joinCalls(before);
    if (!joined) throw new CommandError('Files join old calls by themselves: nothing to do.');
    return { calls_joined: joined.calls, entries_made: joined.entries };
  },
  describeChange: ({ before }, { calls_joined: calls }) => ({
    action: 'entries.joined',
    details: { before, calls },
  }),
});

export const entryCommands: StoreCommandGroup = {
  description: 'the history of credits, in a database',
  commands: { join },
};
