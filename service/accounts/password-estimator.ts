import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs as graphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * Estimates how hard a password is to guess. This module is loaded on demand, because its word
 * lists take 10 MB. The packages themselves can't be: the bundle would lose the names of their
 * exports.
 */
export const passwordEstimator = new ZxcvbnFactory({ dictionary, graphs });
