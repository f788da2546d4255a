import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs as graphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * Estimates how hard a password is to guess. This module is loaded on demand, because its word
 * lists take 10 MB. The packages themselves can't be: the bundle would lose the names of their
 * exports. All calls wait while it works, so it reads the first 64 characters and tries ten
 * spellings such as "p@55word". With its own limits, it can take more than half a second.
 */
export const passwordEstimator = new ZxcvbnFactory({
  dictionary,
  graphs,
  maxLength: 64,
  l33tMaxSubstitutions: 10,
});
