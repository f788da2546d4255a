import type { LibraryBatch } from '../../../../plugin/src/common/batches-api.ts';
import type { LibraryImage } from '../../../../plugin/src/common/images-api.ts';

export const noCounts: LibraryBatch['counts'] = {
  waiting: 0,
  running: 0,
  written: 0,
  suggested: 0,
  skipped: 0,
  failed: 0,
  undone: 0,
};

/** A run of twenty images that has just begun. */
export const exampleBatch: LibraryBatch = {
  id: 1,
  state: 'running',
  reason: null,
  origin: 'page',
  created: '2026-11-21T20:00:00Z',
  finished: null,
  can_undo_until: '2099-01-01T00:00:00Z',
  user: null,
  overwrite: false,
  counts: noCounts,
  total: 20,
  credits: 0,
  retry_after: null,
  cron: { works: true },
};

/** An image with a good text. */
export const exampleImage: LibraryImage = {
  attachment_id: 1,
  title: 'Boat',
  file: 'pier.png',
  thumbnail: '',
  edit_link: 'https://example.com/edit',
  alt_text: 'A boat',
  language: 'de',
  state: 'good',
  findings: [],
  doubts: [],
  filled_posts: 0,
  posts_without_text: 0,
  text_in_post: null,
  text_in_file: '',
  text_of_copy: '',
  free_text_findings: [],
};
