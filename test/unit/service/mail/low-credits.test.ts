import { expect, test } from 'vitest';
import { createLowCreditsNotice } from '../../../../service/mail/low-credits.ts';
import type { Mail } from '../../../../service/mail/mailer.ts';
import { account } from '../../../contract/account-store/examples.ts';

const user = 'editor@example.com';

/** The e-mails about a balance that a reservation brought to a level, and its cause. */
async function mailsFor(reserved: number, left: number, monthly_allowance: number | null = null) {
  const mails: Mail[] = [];
  const causes: string[] = [];
  const fields = { owner_id: 'owner@example.com', monthly_allowance };
  const notice = createLowCreditsNotice({
    mailer: { sendLater: (mail) => void mails.push(mail) },
    publicUrl: 'https://alt.example.com',
    accountStore: {
      findAccount: () => Promise.resolve(account(user, { ...fields, credits_available: left })),
    },
    alertLog: {
      raise: (cause) => Promise.resolve(causes.push(cause) > 0),
      delivered: (cause) => Promise.resolve(void causes.push(`${cause} delivered`)),
      resolve: () => Promise.resolve(false),
      undelivered: () => Promise.resolve(),
      listOpen: () => Promise.resolve([]),
    },
  });
  await notice(account(user, { ...fields, credits_available: reserved }));
  return { mails, causes };
}

test('says how many credits are left, where more come from, and where to see the usage', async () => {
  const said = await Promise.all([mailsFor(20, 20), mailsFor(0, 0), mailsFor(20, 19, 100)]);
  const letters = said.flatMap(({ mails }) =>
    mails.map(({ to, subject, text }) => `To: ${to}\nSubject: ${subject}\n\n${text}\n`),
  );
  await expect(letters.join('\n---\n\n')).toMatchFileSnapshot('says/low-credits.txt');
  expect(said[1]?.causes).toEqual([`low-credits:0:${user}`, `low-credits:0:${user} delivered`]);
});

test.each([
  ['above the first level', 21, 21],
  ['between the levels', 19, 19],
  ['whose credit was not spent after all', 20, 21],
  ['that dropped to a lower level meanwhile, which has a mail of its own', 20, 0],
])('sends none for a balance %s', async (_case, reserved, left) => {
  expect((await mailsFor(reserved, left)).mails).toEqual([]);
});
