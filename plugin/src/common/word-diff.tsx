import { lazyModule } from './hooks.ts';

const useParts = lazyModule(
  () => import(/* webpackChunkName: "diff-words" */ './word-diff-parts.tsx'),
);

/** The differences between two texts: removed words are struck through, new ones underlined. */
export function WordDiff(texts: { before: string; after: string }) {
  const parts = useParts();
  return parts && <parts.WordDiffParts {...texts} />;
}
