/** The labels of a folder cannot be used. The message names every problem, one a line. */
export class LabelsError extends Error {
  override readonly name = 'LabelsError';
}
