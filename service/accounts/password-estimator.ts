import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs as graphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * Estimates how hard a password is to guess. This module is loaded when it is needed, since the lists
 * take 10 MB; not the packages, which would lose the names of their exports in the bundle.
 */
export const passwordEstimator = new ZxcvbnFactory({ dictionary, graphs });
