// @vitest-environment jsdom
import { RegistryProvider } from '@wordpress/data';
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { newSuggestion } from '../../../../../plugin/src/common/request/state.ts';
import { newRun } from '../../../../../plugin/src/common/run/run.ts';
import {
  BatchNotice,
  DemoNotice,
  RunQuestions,
} from '../../../../../plugin/src/editor/panel/run-parts.tsx';
import { ImageSuggestion } from '../../../../../plugin/src/editor/review/review.tsx';
import { noEdits, type Suggestion } from '../../../../../plugin/src/editor/store/state.ts';
import { linesOf } from '../../says-of.ts';
import { block, findImage, imageBlock, openEditor, registry, settle } from '../open-editor.ts';

const nothing = () => undefined;

it('A suggestion, the questions before a run and its result are shown the same in each state', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  openEditor({
    a: imageBlock(1),
    b: imageBlock(2, 'A boat'),
    c: imageBlock(3, '', { href: '/x' }),
  });
  const notes: string[] = [];
  const note = async (
    title: string,
    element: Parameters<typeof createElement>[0],
    props: object,
  ) => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    await act(async () => {
      root.render(
        createElement(RegistryProvider, { value: registry }, createElement(element, props)),
      );
      await settle();
      // The checks and the comparison of words are loaded once.
      if (notes.length < 200) await vi.dynamicImportSettled();
      await settle();
    });
    notes.push(`## ${title}`, ...linesOf(place));
    act(() => {
      root.unmount();
    });
    place.remove();
  };

  const suggestions: Record<string, Partial<Suggestion>> = {
    plain: {},
    away: { cause: 'away' },
    edited: { cause: 'edited', isFree: true },
    stopped: { cause: 'stopped', hint: 'At dawn' },
    replaced: { cause: 'replaced', text: 'My boat' },
    decided: { cause: 'decided', generated: null },
    declined: { verdict: 'declined', text: '', generated: '' },
    decorative: { verdict: 'decorative' },
    'decorative, edited': { verdict: 'decorative', text: 'My boat' },
    'with an earlier edit': { earlierEdit: 'My boat' },
    'the same': { text: 'A boat', generated: 'A boat' },
    blank: { text: ' ' },
  };
  for (const [name, more] of Object.entries(suggestions)) {
    for (const id of ['a', 'b']) {
      const suggestion = { ...newSuggestion('Two boats'), ...noEdits, ...more };
      const image = findImage(registry, block(id));
      const props = { image, suggestion, startedAt: null, onClose: nothing };
      await note(`suggestion ${name}, ${id}`, ImageSuggestion as never, props);
    }
  }
  const ofLink = { ...newSuggestion('Two boats'), ...noEdits, verdict: 'decorative' };
  const asked = { image: findImage(registry, block('c')), suggestion: ofLink, onClose: nothing };
  await note('suggestion in a link', ImageSuggestion as never, { ...asked, startedAt: Date.now() });

  const failed = [{ type: 'block', clientId: 'a' }];
  const runs: Record<string, object> = {
    'nothing added': {},
    'one added': { applied: [1] },
    'two for one credit': { applied: [1, 2], cost: 1 },
    'two for nothing': { applied: [1, 2], cost: 0 },
    'one for one credit': { applied: [1], cost: 1 },
    'three suggested for two credits': { suggested: 3, cost: 2 },
    'all kinds': { applied: [1, 2], suggested: 1, failed, unchanged: 2, cost: 3 },
    'one unchanged': { unchanged: 1 },
    'one failed': { failed },
  };
  const handlers = { onShow: nothing, onUndo: nothing, onDismiss: nothing };
  for (const [name, more] of Object.entries(runs)) {
    const batch = { ...newRun(5, []), isRunning: false, options: {}, ...more };
    await note(`run: ${name}`, BatchNotice as never, { batch, ...handlers });
  }

  const counts = (images: number, places: number, perImage: number, perPlace: number) => ({
    ...{ images, places, perImage, perPlace },
  });
  const free = { ...findImage(registry, block('a')), libraryText: 'IMG_2034.jpg' };
  const questions: Record<
    string,
    [missing: number, free: number, canGenerate: boolean, all: object, left: number | null]
  > = {
    'one, which is free': [1, 1, true, counts(1, 1, 1, 1), 5],
    'all are free': [2, 2, true, counts(2, 2, 2, 2), 5],
    'one of three is free': [3, 1, true, counts(3, 3, 3, 3), 5],
    'two of three are free': [3, 2, true, counts(3, 3, 3, 3), 5],
    'none can be generated': [3, 2, false, counts(3, 3, 3, 3), 0],
    'one image in two places': [2, 0, true, counts(1, 2, 1, 2), 5],
    'enough credits': [4, 0, true, counts(2, 4, 2, 4), 4],
    'too few credits': [4, 0, true, counts(2, 4, 3, 4), 3],
    'one credit': [4, 0, true, counts(2, 4, 2, 4), 1],
    'unknown credits': [4, 0, true, counts(2, 4, 2, 4), null],
  };
  for (const [name, [missing, inLibrary, canGenerate, all, creditsLeft]] of Object.entries(
    questions,
  )) {
    await note(`question: ${name}`, RunQuestions as never, {
      ...{ missing, free: Array(inLibrary).fill(free), canGenerate, creditsLeft },
      ...{ counts: { all, others: all }, onAnswer: nothing, onCancel: nothing },
    });
  }
  await note('demo', DemoNotice, {});
  await expect(`${notes.join('\n')}\n`).toMatchFileSnapshot('says/parts.txt');
}, 60_000);
