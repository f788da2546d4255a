import { expect, test } from 'vitest';
import {
  dailyLimitNotice,
  damagedData,
  noProviderWorks,
  outOfCredits,
  rejectedBy,
  rejectionKinds,
  storeFails,
} from '../../../../service/alerts/messages.ts';

const owner = 'owner@example.com';

test('each alert says what is wrong, what to do, and when it is over', async () => {
  const users = Array.from({ length: 11 }, (_, n) => `u${n}@example.com`);
  const all = [
    noProviderWorks('openai, gemini'),
    storeFails('The disk is full.'),
    damagedData([]),
    damagedData([{ what: 'account', user_ids: users, detail: '' }]),
    outOfCredits({ user_id: owner, owner_id: owner }),
    outOfCredits({ user_id: 'user@example.com', owner_id: owner }),
    ...[owner, undefined].flatMap((who) =>
      [true, false].map((isReached) => dailyLimitNotice({ owner: who, limit: 100, isReached })),
    ),
    ...rejectionKinds.map((kind) => rejectedBy('openai', kind, 'OPENAI_API_KEY', 'No.')),
    rejectedBy('openai', 'address', undefined),
  ];
  const said = JSON.stringify(all, null, 2).replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY');
  await expect(`${said}\n`).toMatchFileSnapshot('says/alerts.txt');
});
