const publishedStatuses = ['publish', 'future', 'private'];

/** True if a change of the status publishes the post, now or later. */
export function isPublishing(before: unknown, after: unknown): boolean {
  return !publishedStatuses.includes(String(before)) && publishedStatuses.includes(String(after));
}
