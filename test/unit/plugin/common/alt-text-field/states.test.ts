// @vitest-environment jsdom
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import type { AltTextField } from '../../../../../plugin/src/common/alt-text-field/alt-text-field.ts';
import type { ControlsSetup } from '../../../../../plugin/src/common/alt-text-field/controls.tsx';
import { linesOf } from '../../says-of.ts';

type Request = { path: string; data?: object };
const apiFetch = vi.hoisted(() => vi.fn<(request: Request) => Promise<unknown>>());
vi.mock('@wordpress/api-fetch', () => ({ default: apiFetch }));
const speak = vi.hoisted(() => vi.fn<(...said: string[]) => void>());
vi.mock('@wordpress/a11y', () => ({ speak }));
const { Controls } = await import('../../../../../plugin/src/common/alt-text-field/controls.tsx');
const { generate, unmarkDecorative } =
  await import('../../../../../plugin/src/common/alt-text-field/requests.ts');

const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
};

const image = {
  text_in_post: null as object | null,
  text_in_file: '',
  text_of_copy: '',
  free_text_findings: [] as string[],
};
const answer = {
  alt_text: 'Two boats',
  purpose: 'informative',
  is_from_cache: false,
  plan_type: 'pro',
  credits_available: 7,
  model: 'gpt',
  prompt: '4',
};
const refusal = (code: string) => ({ code, message: `A sentence about ${code}.`, data: {} });

interface Case {
  text?: string;
  field?: Partial<AltTextField>;
  inPost?: { isReviewed?: boolean; isLinked?: boolean; isGone?: boolean };
  setup?: Partial<ControlsSetup>;
  free?: Partial<typeof image>;
  answers?: object[];
  /** The text that the user types during the request. */
  typed?: string;
  cannotSave?: boolean;
  /** Names of the buttons, keys in the field, or texts for it. */
  steps: string[];
}

const cases: Record<string, Case> = {
  'beside a text, accepted': { text: 'Boat', steps: ['Rewrite', 'Accept'] },
  'added, undone': { steps: ['Generate alt text', 'Undo'] },
  'added, again': {
    answers: [answer, { ...answer, alt_text: 'Three boats' }],
    steps: ['Generate alt text', 'Rewrite', 'Accept'],
  },
  'typed over, reset, emptied, rejected': {
    text: 'Boat',
    steps: ['Rewrite', '=My boats', 'Escape', '=', 'Enter', '=Boat', 'Reject'],
  },
  'the same': { text: 'Two boats', steps: ['Rewrite'] },
  'from the cache': {
    text: 'Boat',
    answers: [{ ...answer, is_from_cache: true }],
    steps: ['Rewrite'],
  },
  'held on the site': {
    answers: [{ ...answer, suggestion_id: 5, is_from_cache: true }],
    steps: ['Generate alt text', 'Enter'],
  },
  'held, rejected, which fails': {
    answers: [{ ...answer, suggestion_id: 5 }, refusal('altscribe_already_decided')],
    steps: ['Generate alt text', 'Reject'],
  },
  'decorative, marked': {
    answers: [{ ...answer, purpose: 'decorative' }],
    steps: ['Generate alt text', 'Enter', 'unmark'],
  },
  'decorative, accepted': {
    answers: [{ ...answer, purpose: 'decorative' }],
    steps: ['Generate alt text', '=Boats', 'Accept'],
  },
  'decorative in a dialog': {
    field: { isOfLibrary: false, isStored: false },
    answers: [{ ...answer, purpose: 'decorative' }],
    steps: ['Generate alt text'],
  },
  doubted: {
    text: 'Boat',
    answers: [{ ...answer, alt_text: 'Two red boats', doubts: ['red boats'] }],
    steps: ['Rewrite'],
  },
  'edited meanwhile': { typed: 'My own', steps: ['Generate alt text'] },
  'not saved': { cannotSave: true, steps: ['Generate alt text', 'Try again'] },
  'failed, tried again': {
    answers: [refusal('altscribe_service_failed'), answer],
    steps: ['Generate alt text', 'Try again'],
  },
  'a refused key': {
    setup: { settingsUrl: '/settings' },
    answers: [refusal('altscribe_invalid_key')],
    steps: ['Generate alt text'],
  },
  'no credits': {
    answers: [refusal('altscribe_insufficient_credits')],
    steps: ['Generate alt text'],
  },
  'another text with a note': {
    text: 'Boat',
    answers: [answer, { ...answer, alt_text: 'Three boats' }],
    steps: ['Rewrite', 'note: Mathilda', 'Rewrite'],
  },
  'not connected': {
    setup: { connectionError: refusal('altscribe_not_connected'), settingsUrl: '/settings' },
    steps: [],
  },
  'not connected, said above': {
    setup: { connectionError: refusal('altscribe_not_connected'), isErrorAbove: true },
    steps: [],
  },
  unread: { text: 'Two boats', field: { isUnread: true, filledPosts: 2 }, steps: ['Accept'] },
  'unread, not accepted': {
    text: 'Two boats',
    field: { isUnread: true },
    answers: [refusal('altscribe_text_changed')],
    steps: ['Accept'],
  },
  'free from a post': {
    free: {
      text_in_post: { text: 'Our team', post_id: 1 },
      free_text_findings: ['repeats-caption'],
    },
    answers: [{ ...answer, alt_text: 'Our team', is_from_cache: true, suggestion_id: 5 }],
    steps: ['Accept'],
  },
  'free from the file': {
    free: { text_in_file: 'In the file' },
    answers: [{ ...answer, alt_text: 'In the file', is_from_cache: true, suggestion_id: 5 }],
    steps: ['Accept'],
  },
  'free from a copy': {
    free: { text_of_copy: 'Of a copy' },
    answers: [{ ...answer, alt_text: 'Of a copy', is_from_cache: true, suggestion_id: 5 }],
    steps: ['Accept'],
  },
  'one of many': { steps: ['as one of many'] },
  'one of many, held': {
    answers: [{ ...answer, suggestion_id: 5, is_from_cache: true }],
    steps: ['as one of many'],
  },
  'one of many, the same': { text: 'Two boats', steps: ['as one of many'] },
  'one of many, not saved': { cannotSave: true, steps: ['as one of many'] },
  'one of many, unreadable': {
    answers: [refusal('altscribe_image_unreadable')],
    steps: ['as one of many'],
  },
  'one of many, and none can be generated': {
    answers: [refusal('altscribe_insufficient_credits')],
    steps: ['as one of many'],
  },
  'in a post': { inPost: {}, steps: ['Generate alt text', 'Undo'] },
  'in a post, reviewed': {
    inPost: { isReviewed: true },
    answers: [{ ...answer, purpose: 'decorative' }],
    steps: ['Generate alt text', 'Decorative'],
  },
  'in a link, reviewed': {
    inPost: { isReviewed: true, isLinked: true },
    answers: [{ ...answer, purpose: 'decorative' }],
    steps: ['Generate alt text', 'Accept'],
  },
  'removed from a post': { inPost: { isGone: true }, steps: ['Generate alt text'] },
};

it('shows, says and asks the same in each state of a field', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const notes: string[] = [];
  let number = 0;
  for (const [name, one] of Object.entries(cases)) {
    number += 1;
    let text = one.text ?? '';
    const onChange = new Set<() => void>();
    const answers = [...(one.answers ?? [answer])];
    const asked: string[] = [];
    apiFetch.mockReset().mockImplementation(({ path, data }) => {
      if (!/posts|images\/\d+\?|images\/\d+$/.test(path))
        asked.push(`asks ${path} ${JSON.stringify(data)}`);
      if (/images\/\d+($|\?)/.test(path)) return Promise.resolve({ ...image, ...one.free });
      if (path.includes('/posts')) return Promise.resolve({ posts: [], filled: [], others: [] });
      if (one.typed) text = one.typed;
      const next = answers.shift() ?? answer;
      if ('message' in next) throw Object.assign(new Error(), next);
      return Promise.resolve({ ...next, state: 'good' });
    });
    const generateInPost = (options: object) => {
      asked.push(`asks in the post ${JSON.stringify(options)}`);
      const {
        alt_text: altText,
        purpose,
        is_from_cache: isFromCache,
        model,
        prompt,
      } = { ...answer, ...answers.shift() };
      const account = { planType: 'pro', creditsAvailable: 7, creditsError: null };
      return Promise.resolve({
        ok: true as const,
        value: { altText, purpose, isFromCache, model, prompt, suggestionId: 0, account } as never,
      });
    };
    const { isReviewed = false, isLinked = false, isGone = false } = one.inPost ?? {};
    const field: AltTextField = {
      ...{
        key: `state-${String(number)}`,
        isStored: true,
        isOfLibrary: true,
        attachmentId: 7,
        language: 'en',
        olderTexts: [],
        filledPosts: 0,
      },
      read: () => text,
      write: (written, isDecorative = false) => {
        asked.push(`writes “${written}”${isDecorative ? ' as decorative' : ''}`);
        if (!one.cannotSave) text = written;
        for (const listener of onChange) listener();
        return Promise.resolve(one.cannotSave ? null : written);
      },
      watch: (listener) => {
        onChange.add(listener);
        return () => onChange.delete(listener);
      },
      ...(one.inPost && {
        inPost: {
          ...{ number: 3, isReviewed, request: generateInPost, isGone: () => isGone },
          surroundings: { isLinked, nearby: { caption: 'The two boats of the harbour' } },
          onGone: () => asked.push('is gone'),
          onWritten: (written) => asked.push(`notes ${JSON.stringify(written)}`),
        },
      }),
      ...one.field,
    };
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const after = async (title: string, action: () => unknown) => {
      speak.mockReset();
      asked.length = 0;
      act(() => {
        void action();
      });
      await act(async () => {
        await settle();
        // The checks and the comparison of words are loaded once.
        if (number === 1) await vi.dynamicImportSettled();
        await settle();
      });
      const focused = document.activeElement;
      const focus =
        focused === document.body
          ? 'nothing'
          : `${focused?.tagName ?? ''} ${focused?.className ?? ''}`;
      const said = speak.mock.calls.map((call) => `says ${call.join(', ')}`);
      notes.push(`## ${name}: ${title}`, `focus: ${focus}`, ...asked, ...said, ...linesOf(place));
    };
    const setup = { connectionError: null, settingsUrl: null, ...one.setup };
    await after('at first', () => {
      root.render(createElement(Controls, { field, setup, name: 'Alt text of the field' }));
    });
    const type = (into: Element | null, typed: string) => {
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(into), 'value') ?? {};
      set?.call(into, typed);
      into?.dispatchEvent(new Event('input', { bubbles: true }));
    };
    for (const step of one.steps) {
      await after(step, () => {
        if (step === 'as one of many') {
          void generate(field, { isOneOfMany: true }).then(({ kind, isFree }) =>
            asked.push(`ends as ${kind}, ${String(isFree)}`),
          );
        } else if (step === 'unmark') {
          void unmarkDecorative(field);
        } else if (step.startsWith('=')) {
          type(place.querySelector('textarea'), step.slice(1));
        } else if (step.startsWith('note: ')) {
          type(place.querySelector('input'), step.slice(6));
        } else if (step === 'Enter' || step === 'Escape') {
          const event = new KeyboardEvent('keydown', {
            key: step,
            bubbles: true,
            cancelable: true,
          });
          place.querySelector('textarea')?.dispatchEvent(event);
        } else {
          const scope = place.querySelector('.altscribe-suggestion') ?? place;
          const isShown = (button: Element) => !button.closest('[hidden]');
          const found = [...scope.querySelectorAll('button')]
            .filter(isShown)
            .find(({ textContent }) => textContent === step);
          if (!found) throw new Error(`${name} has no “${step}”: ${linesOf(place).join('\n')}`);
          found.focus();
          found.click();
        }
      });
    }
    act(() => {
      root.unmount();
    });
    place.remove();
  }
  const said = notes.join('\n').replaceAll(/"request_id":"[\d-]+"/g, '"request_id":"ID"');
  await expect(`${said}\n`).toMatchFileSnapshot('says/states.txt');
}, 60_000);
