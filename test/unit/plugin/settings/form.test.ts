import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../../plugin/src/common/api.ts';
import {
  dashboardUrl,
  isComplete,
  isKeyNeeded,
  toChange,
  toConnection,
  toForm,
  withoutErrorsOf,
} from '../../../../plugin/src/settings/form.ts';

const saved: Settings = {
  service_url: 'https://alt.example.com',
  api_key: '••••1234',
  user_id: 'site@example.com',
  language: '',
  write_to: 'block',
  review_new_texts: false,
  send_names: false,
  lock_publishing_roles: [],
  lock_until_read: false,
  style: [],
  limit_roles: false,
  generate_roles: [],
  daily_credit_limit: 0,
  low_credits_at: 20,
  generate_on_upload: false,
  visitor_uploads: false,
  api_key_origin: 'https://alt.example.com',
  locked: { service_url: false, api_key: false, user_id: false, language: false },
  network: [],
};

describe('toChange', () => {
  it('is empty until something changes', () => {
    expect(toChange(toForm(saved), saved)).toEqual({});
  });

  it('contains the changes and never the masked key', () => {
    expect(toChange({ ...toForm(saved), language: 'de' }, saved)).toEqual({ language: 'de' });
    expect(toChange({ ...toForm(saved), api_key: 'alt_new' }, saved)).toEqual({
      api_key: 'alt_new',
    });
  });

  it('contains the setting for new texts', () => {
    const form = { ...toForm(saved), write_to: 'both' as const, lock_publishing_roles: ['author'] };
    expect(toChange(form, saved)).toEqual({ write_to: 'both', lock_publishing_roles: ['author'] });
    expect(toChange({ ...form, write_to: 'block', lock_publishing_roles: [] }, saved)).toEqual({});
  });

  it('can remove the key', () => {
    expect(toChange({ ...toForm(saved), api_key: '' }, saved)).toEqual({ api_key: '' });
  });

  it('leaves out settings defined by wp-config.php and the network', () => {
    const locked: Settings = {
      ...saved,
      locked: {
        service_url: 'constant',
        api_key: 'network',
        user_id: 'network',
        language: 'constant',
      },
    };
    const form = { ...toForm(locked), service_url: 'https://other', user_id: 'x', language: 'de' };
    expect(toChange(form, locked)).toEqual({});
    expect(toConnection(form, locked)).toEqual({});
  });

  it('contains the key from wp-config.php that confirms another service URL', () => {
    const locked: Settings = { ...saved, locked: { ...saved.locked, api_key: 'constant' } };
    const change = { service_url: 'https://other.example.com', api_key: 'alt_the-key' };
    expect(toChange({ ...toForm(locked), ...change }, locked)).toEqual(change);
  });
});

describe('toConnection', () => {
  it('uses the fields, and the stored key unless it changes', () => {
    expect(toConnection(toForm(saved), saved)).toEqual({
      service_url: 'https://alt.example.com',
      user_id: 'site@example.com',
    });
    expect(toConnection({ ...toForm(saved), api_key: 'alt_new' }, saved)).toHaveProperty(
      'api_key',
      'alt_new',
    );
  });
});

describe('isComplete', () => {
  it('requires all three fields', () => {
    expect(isComplete(toForm(saved), saved)).toBe(true);
    const none = { ...saved, api_key: '' };
    expect(isComplete(toForm(none), none)).toBe(false);
    expect(isComplete({ ...toForm(saved), user_id: ' ' }, saved)).toBe(false);
  });

  it('requires the key again for another origin, but not for another path', () => {
    const at = (service_url: string) => ({ ...toForm(saved), service_url });
    expect(isComplete(at('https://ALT.example.com:443/base'), saved)).toBe(true);
    for (const url of ['http://alt.example.com', 'https://alt.example.com:8443', 'https://other']) {
      expect(isComplete(at(url), saved)).toBe(false);
      expect(isComplete({ ...at(url), api_key: 'alt_the-key' }, saved)).toBe(true);
    }
  });
});

describe('isKeyNeeded', () => {
  it.each([
    ['http://alt.example.com', 'https://alt.example.com', false],
    ['http://alt.example.com', ' https://ALT.example.com/base', false],
    ['http://alt.example.com:3000', 'https://alt.example.com:3000', false],
    ['http://alt.example.com:3000', 'https://alt.example.com', false],
    ['http://alt.example.com', 'https://alt.example.com:8443', true],
    ['http://alt.example.com:3000', 'http://alt.example.com', true],
    ['http://alt.example.com', 'https://www.alt.example.com', true],
    ['https://alt.example.com', 'http://alt.example.com', true],
    ['', 'https://alt.example.com', true],
    ['http://alt.example.com', 'https://', true],
  ])('for a key of %s and the service URL %s: %s', (api_key_origin, service_url, isNeeded) => {
    const settings = { ...saved, api_key_origin };
    expect(isKeyNeeded({ ...toForm(settings), service_url }, settings)).toBe(isNeeded);
  });
});

describe('withoutErrorsOf', () => {
  const error = {
    code: 'rest_invalid_param',
    message: 'All of it',
    params: { service_url: 'No address.', user_id: 'No e-mail.' },
  };

  it('removes an error when its field changes', () => {
    const left = withoutErrorsOf(error, { service_url: 'https://alt.example.com' });
    expect(left?.params).toEqual({ user_id: 'No e-mail.' });
    expect(withoutErrorsOf(left, { user_id: 'a@example.com' })).toBeNull();
  });

  it('keeps the errors of other fields', () => {
    expect(withoutErrorsOf(error, { language: 'de' })).toEqual(error);
    expect(withoutErrorsOf({ code: 'fetch_error', message: 'Offline' }, {})).toBeNull();
  });
});

describe('dashboardUrl', () => {
  it.each([
    ['https://alt.example.com', 'https://alt.example.com/dashboard/connect'],
    [' http://127.0.0.1:3000/base// ', 'http://127.0.0.1:3000/base/dashboard/connect'],
    ['', null],
    ['alt.example.com', null],
    ['javascript:alert(1)', null],
    ['https://', null],
  ])('for %j is %j', (field, url) => {
    expect(dashboardUrl(field)).toBe(url);
  });
});
