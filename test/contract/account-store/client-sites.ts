import { beforeEach, describe, expect, test } from 'vitest';
import { sitesOfOwner, type ClientSite } from '../../../service/storage/interfaces/client-sites.ts';
import { account, at, user } from './examples.ts';
import type { Subject } from './subject.ts';

const other = 'b@example.com';

function site(name: string, fields: Partial<ClientSite> = {}): ClientSite {
  return {
    owner_id: user,
    site: `https://${name}`,
    plugin_version: '0.1.0',
    last_seen_day: '2999-01-02',
    ...fields,
  };
}

export function clientSitesContract({ store, reopen }: Subject): void {
  describe('sites', () => {
    beforeEach(async () => {
      await store().createAccount(account(user), at);
      await store().createAccount(account(other), at);
    });

    const all = { sinceDay: '2999-01-01', limit: 500, offset: 0 };

    test('have the last version of their plugin, sorted by owner and address', async () => {
      const [b, a] = [site('b.example.com'), site('a.example.com/blog')];
      const ofOther = site('a.example.com', { owner_id: other, plugin_version: '0.2.0' });
      for (const one of [ofOther, b, a]) await store().noteSite(one);
      await store().noteSite(site('c.example.com', { last_seen_day: '2998-12-31' }));
      await store().noteSite(site('d.example.com', { owner_id: 'nobody@example.com' }));
      const updated = { ...b, plugin_version: '0.2.0', last_seen_day: '2999-01-03' };
      await store().noteSite(updated);
      await reopen();
      expect(await store().listSites(all)).toEqual([a, updated, ofOther]);
      expect(await store().listSites({ ...all, limit: 1, offset: 1 })).toEqual([updated]);
      expect(await store().listSites({ ...all, exceptVersion: '0.2.0' })).toEqual([a]);
      expect(await store().listSites({ ...all, sinceDay: '2999-01-03' })).toEqual([updated]);
      const ofOne = { ...all, ownerId: ofOther.owner_id };
      expect(await store().listSites(ofOne)).toEqual([ofOther]);
      await store().removeAccount(user);
      expect(await store().listSites(all)).toEqual([ofOther]);
    });

    test('of one owner are not too many: the one that was not seen for longest goes', async () => {
      await store().noteSite(site('old.example.com', { last_seen_day: '2999-01-01' }));
      for (let i = 0; i < sitesOfOwner; i++) await store().noteSite(site(`${i}.example.com`));
      const sites = await store().listSites(all);
      expect(sites).toHaveLength(sitesOfOwner);
      expect(sites.some((one) => one.site === 'https://old.example.com')).toBe(false);
    });
  });
}
