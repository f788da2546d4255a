import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../../plugin/src/common/api.ts';
import {
  isComplete,
  toChange,
  toConnection,
  toForm,
} from '../../../../plugin/src/settings/form.ts';

const saved: Settings = {
  service_url: 'https://alt.example.com',
  api_key: '••••1234',
  user_id: 'site@example.com',
  language: '',
  locked: { service_url: false, api_key: false },
};

describe('toChange', () => {
  it('is empty until something differs', () => {
    expect(toChange(toForm(saved), saved)).toEqual({});
  });

  it('holds what differs, and never the masked key', () => {
    expect(toChange({ ...toForm(saved), language: 'de' }, saved)).toEqual({ language: 'de' });
    expect(toChange({ ...toForm(saved), api_key: 'alt_new' }, saved)).toEqual({
      api_key: 'alt_new',
    });
  });

  it('can remove the key', () => {
    expect(toChange({ ...toForm(saved), api_key: '' }, saved)).toEqual({ api_key: '' });
  });

  it('leaves out what wp-config.php decides', () => {
    const locked = { ...saved, locked: { service_url: true, api_key: true } };
    const form = { ...toForm(locked), service_url: 'https://other', api_key: 'x' };
    expect(toChange(form, locked)).toEqual({});
  });
});

describe('toConnection', () => {
  it('tries the fields, and the stored key while it is kept', () => {
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
  it('needs all three', () => {
    expect(isComplete(toForm(saved))).toBe(true);
    expect(isComplete(toForm({ ...saved, api_key: '' }))).toBe(false);
    expect(isComplete({ ...toForm(saved), user_id: ' ' })).toBe(false);
  });
});
