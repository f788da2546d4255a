import { afterEach, expect, test, vi } from 'vitest';
import { hashPassword } from '../../../service/accounts/passwords.ts';
import { noSecondFactor } from '../../../service/storage/interfaces/logins.ts';
import { credentialsIn } from '../../support/credentials.ts';
import {
  createVisitor,
  formTokenOf,
  goodPassword,
  signIn,
} from '../../support/dashboard-visitor.ts';
import { onEachDashboard } from '../../support/each-dashboard.ts';
import { setUpApp } from '../../support/second-factor.ts';

afterEach(() => vi.restoreAllMocks());

// Each test changes the password in the moment between a check and what it allows.
onEachDashboard({ publicUrl: 'http://localhost:3000' }, (site, newOwner) => {
  /** An owner with a password, and a browser in which the owner is signed in. */
  async function newLogin() {
    const { userId } = await newOwner();
    await setPassword(userId, await hashPassword(goodPassword));
    const visitor = createVisitor(site.url);
    expect((await signIn(visitor, userId)).location).toBe('/dashboard');
    return { userId, visitor };
  }

  /** Changes a password elsewhere, which ends all sessions. */
  async function setPassword(userId: string, hash: string) {
    const { changePassword } = site.store;
    const credentials = await credentialsIn(site.store, userId);
    expect(await changePassword(userId, hash, { credentials, exceptIdHash: null })).toBe(true);
  }

  test('a sign-in with a password that is changed meanwhile makes no session', async () => {
    const { userId } = await newLogin();
    vi.spyOn(site.store, 'findSecondFactor').mockImplementationOnce(async () => {
      vi.restoreAllMocks();
      await setPassword(userId, 'changed');
      return noSecondFactor;
    });
    const late = createVisitor(site.url);
    const answer = await signIn(late, userId);
    expect(answer.location).toBe('/dashboard/sign-in?notice=signInExpired');
    expect(late.cookies.has('altscribe_session')).toBe(false);
    expect(await site.store.listSessions(userId)).toEqual([]);
  });

  test('a password that is changed meanwhile is not replaced with one that a thief chose', async () => {
    const { userId, visitor } = await newLogin();
    const { changePassword } = site.store;
    vi.spyOn(site.store, 'changePassword').mockImplementationOnce(async (...change) => {
      vi.restoreAllMocks();
      await setPassword(userId, 'changed');
      return changePassword(...change);
    });
    const password = 'quiet-river-lantern-58';
    const fields = { current: goodPassword, password, repeat: password };
    const action = '/dashboard/account/password';
    const answer = await visitor.submit('/dashboard/account', fields, { action });
    expect(answer.status).toBe(403);
    expect(answer.html).toContain('so nothing was changed');
    expect(await site.store.findLogin(userId)).toMatchObject({ password_hash: 'changed' });
  });

  test('no second factor is added with a password that is changed meanwhile', async () => {
    const { userId, visitor } = await newLogin();
    const { changeSecondFactor } = site.store;
    vi.spyOn(site.store, 'changeSecondFactor').mockImplementationOnce(async (...change) => {
      vi.restoreAllMocks();
      await setPassword(userId, 'changed');
      return changeSecondFactor(...change);
    });
    expect((await setUpApp(visitor)).codes).toEqual(['']);
    expect(await site.store.findSecondFactor(userId)).toEqual(noSecondFactor);
    const changes = await site.store.listChanges({ limit: 5 });
    expect(changes.map(({ action }) => action)).not.toContain('second-factor.added');
    const signedOut = await visitor.get('/dashboard/account');
    expect([signedOut.status, formTokenOf(signedOut)]).toEqual([303, '']);
  });
});
