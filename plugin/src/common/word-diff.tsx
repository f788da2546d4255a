import { __ } from '@wordpress/i18n';
import { lazyModule } from './lazy-module.ts';
import type * as Diff from './diff-words.ts';

const useDiff = lazyModule(() => import('./diff-words.ts'));

interface Props {
  before: string;
  after: string;
}

/** The differences of two texts: words taken out are struck through, new ones underlined. */
export function WordDiff({ before, after }: Props) {
  const parts = useDiff()?.diffWords(before, after) ?? [];
  if (parts.length === 0 || before === after) {
    return null;
  }
  return (
    <p className="altscribe-diff" dir="auto" aria-label={__('Changes', 'altscribe')}>
      {parts.map((part, index) => (
        <Part key={index} {...part} />
      ))}
    </p>
  );
}

function Part({ added, removed, value }: ReturnType<typeof Diff.diffWords>[number]) {
  const text = value.join('');
  if (added) {
    return <ins>{text}</ins>;
  }
  return removed ? <del>{text}</del> : text;
}
